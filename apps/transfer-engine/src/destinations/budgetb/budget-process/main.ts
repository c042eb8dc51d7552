import { rmSync } from 'node:fs';
import { files, open, signIn, SignedIn, survey } from './actual-server';
import { Budget } from './budget';
import { Answer, CallName, Calls, Request } from './calls';
import { codeOf, CodedError } from './coded-error';
import { FetchNotes, guardedFetch } from './guarded-fetch';
import { inParts } from './answer-parts';
import { endAtMemory } from './memory-limit';

/**
 * A process for one budget at a time: Actual's client is a singleton in a process, keeps a copy of the budget in a
 * directory, and prints what it does. It answers one request after another, and ends (with its copy) when the service
 * that started it has ended.
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
    // Before Actual's client is loaded: it keeps the `fetch` that it finds then.
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
    // Said by the last request that the client made; it only knows that something failed on the way.
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
