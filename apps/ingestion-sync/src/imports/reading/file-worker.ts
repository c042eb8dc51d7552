import { TransientError } from '@tributary/persistence';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { StatementProblem } from '../formats/statement-problem';
import {
  ChosenReading,
  DetectedFile,
  ReadingOptions,
  FromWorker,
  KnownReading,
  ParsedAccount,
  ReadEntry,
  ToWorker,
} from './file-reading';

/** Limits of parsing one file; beyond them the worker is terminated. */
export interface ParsingLimits {
  /** The time between two messages of the thread. */
  readonly silentMs: number;
  readonly totalMs: number;
  readonly memoryMb: number;
}

export const PARSING_LIMITS: ParsingLimits = { silentMs: 20_000, totalMs: 900_000, memoryMb: 256 };

/** A file to parse, and the receiver of its results. */
export interface FileToParse {
  readonly fileName: string;
  /** The user's corrections. */
  readonly how: ReadingOptions;
  readonly pieces: AsyncIterator<Uint8Array>;
  readonly signal: AbortSignal;
  /** Returns how an earlier file of the same layout was read. */
  known(detected: DetectedFile): Promise<KnownReading | null>;
  chosen(how: ChosenReading): void;
  store(entries: readonly ReadEntry[]): Promise<void>;
}

export interface ParsedAccounts {
  readonly accounts: readonly ParsedAccount[];
  readonly sample: DetectedFile['sample'];
  readonly digest: string;
}

/**
 * Parses a file in a separate thread, which has none of the service's secrets and is terminated when it exceeds a
 * limit.
 * @throws StatementProblem if the file cannot be read as a whole
 */
export async function parseInWorker(file: FileToParse, limits = PARSING_LIMITS): Promise<ParsedAccounts> {
  const thread = new Worker(programFile(), {
    name: 'file import',
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
  });
  const endsAt = performance.now() + limits.totalMs;
  const messages = new Messages(thread);
  try {
    thread.postMessage({ kind: 'begin', fileName: file.fileName, how: file.how } satisfies ToWorker);
    for (;;) {
      if (file.signal.aborted) throw new TransientError('the reading of a file was stopped');
      if (performance.now() > endsAt) throw new StatementProblem(TOO_LONG);
      const message = await messages.next(limits.silentMs);
      if (message.kind === 'end') {
        const { accounts, sample, digest } = message;
        return { accounts, sample, digest };
      }
      thread.postMessage(await answer(message, file));
    }
  } finally {
    void thread.terminate();
  }
}

const TOO_LONG = 'The file takes too long to read.';
const TOO_LARGE = 'The file takes too much memory to read.';

async function answer(
  message: Exclude<FromWorker, { readonly kind: 'end' }>,
  file: FileToParse,
): Promise<ToWorker> {
  switch (message.kind) {
    case 'pull': {
      const next = await file.pieces.next();
      return { kind: 'piece', bytes: next.done ? null : next.value };
    }
    case 'detected':
      return { kind: 'known', how: await file.known(message.detected) };
    case 'chosen':
      file.chosen(message.how);
      return { kind: 'stored' };
    case 'entries':
      await file.store(message.entries);
      return { kind: 'stored' };
    case 'refused':
      throw new StatementProblem(message.reason);
    case 'failed':
      throw new Error(`parsing a file failed: ${message.error}`);
  }
}

/** Handles the thread's messages one at a time, because it waits for a reply to each. */
class Messages {
  private settle: { resolve: (message: FromWorker) => void; reject: (error: Error) => void } | null = null;
  private message: FromWorker | null = null;
  private error: Error | null = null;

  constructor(thread: Worker) {
    thread.on('message', (message: FromWorker) => {
      if (this.settle) this.settle.resolve(message);
      else this.message = message;
    });
    thread.on('error', (error: NodeJS.ErrnoException) =>
      this.fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new StatementProblem(TOO_LARGE) : error),
    );
    thread.on('exit', () => this.fail(new Error('the thread that parses a file ended')));
  }

  next(silentMs: number): Promise<FromWorker> {
    return new Promise<FromWorker>((resolve, reject) => {
      if (this.error) return reject(this.error);
      const { message } = this;
      this.message = null;
      if (message) return resolve(message);
      const timer = setTimeout(() => reject(new StatementProblem(TOO_LONG)), silentMs);
      const done = () => {
        clearTimeout(timer);
        this.settle = null;
      };
      this.settle = {
        resolve: (received) => (done(), resolve(received)),
        reject: (error) => (done(), reject(error)),
      };
    });
  }

  private fail(error: Error): void {
    this.error ??= error;
    this.settle?.reject(error);
  }
}

/** Returns the worker's program: beside this file if that is compiled, else (as in tests) the compiled one. */
function programFile(): string {
  const beside = path.join(__dirname, 'worker.main.js');
  if (existsSync(beside)) return beside;
  const source = beside.lastIndexOf(path.join('/apps/ingestion-sync/src/'));
  return path.join(beside.slice(0, source), 'dist', beside.slice(source));
}
