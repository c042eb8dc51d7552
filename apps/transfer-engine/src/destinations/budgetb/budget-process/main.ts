import { rmSync } from 'node:fs';
import { files, open, signIn, SignedIn, survey } from './actual-server';
import { Budget } from './budget';
import { Answer, CallName, Calls, Request } from './calls';
import { codeOf, CodedError } from './coded-error';
import { FetchNotes, guardedFetch } from './guarded-fetch';
import { inParts } from './answer-parts';
import { Worker } from 'node:worker_threads';

/** Limit of the process's whole memory, including buffers and unpacked files, which Node's own limit does not count. */
const MEMORY_BYTES_MAX = 1024 * 1024 * 1024;
const LOOKED_EVERY_MS = 100;

/** Runs in its own thread, because unpacking a huge file blocks the main thread. */
const WATCH = `
setInterval(() => {
  if (process.memoryUsage.rss() > ${MEMORY_BYTES_MAX}) process.kill(process.pid, 'SIGKILL');
}, ${LOOKED_EVERY_MS});
`;

/** Kills this process if it uses more memory than a budget can need. */
function endAtMemory(): void {
  new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}

/**
 * A process for one budget at a time: Actual's client is a singleton, stores a copy of the budget in a directory, and
 * prints what it does. The process handles one request after another; when the service that started it ends, it removes
 * the copy and ends.
 */
const dataDir = process.argv[2] ?? '';
let actual: SignedIn | null = null;
endAtMemory();
let openFile: string | null = null;
let mayHaveWritten = false;
const CLEAN = { addressRefused: false, answerTooLong: false, retryAfterMs: null } satisfies FetchNotes;
const notes: FetchNotes = { ...CLEAN };

type Handlers = { readonly [Name in CallName]: (asks: Calls[Name]['asks']) => Promise<Calls[Name]['gives']> };

const handlers: Handlers = {
  'sign-in': async ({ allowedNetworks, ...access }) => {
    // Set before Actual's client loads, because the client stores the `fetch` that it finds then.
    globalThis.fetch = guardedFetch(allowedNetworks, notes);
    actual = await signIn(access, dataDir);
    return null;
  },
  files: () => files(signedIn()),
  survey: () => {
    openFile = null;
    return survey(signedIn());
  },
  open: async ({ fileId }) => {
    if (openFile === fileId) return null;
    openFile = null;
    await open(signedIn(), fileId);
    openFile = fileId;
    return null;
  },
  create: (rows) => budget().create(rows),
  update: (changes) => budget().update(changes),
  delete: (ids) => budget().delete(ids),
  find: (search) => budget().find(search),
  adjust: (adjustment) => budget().adjust(adjustment),
};

function signedIn(): SignedIn {
  if (actual === null) throw new CodedError('not-signed-in');
  return actual;
}

function budget(): Budget {
  if (openFile === null) throw new CodedError('not-open');
  return new Budget(signedIn(), () => (mayHaveWritten = true));
}

function noted(): string | null {
  if (notes.addressRefused) return 'address-refused';
  return notes.answerTooLong ? 'answer-too-long' : null;
}

async function answerTo<Name extends CallName>({ name, asks }: Request<Name>): Promise<Answer> {
  mayHaveWritten = false;
  Object.assign(notes, CLEAN);
  try {
    return { gives: await handlers[name](asks) };
  } catch (error) {
    // The last response gives the exact cause; the client only reports that something failed.
    const code = noted() ?? codeOf(error);
    return { failed: { code, mayHaveWritten, retryAfterMs: notes.retryAfterMs } };
  }
}

process.on('message', (request: Request) => {
  void answerTo(request).then((answer) => {
    for (const message of inParts(answer)) process.send?.(message);
  });
});
process.on('disconnect', () => {
  rmSync(dataDir, { recursive: true, force: true });
  process.exit();
});
