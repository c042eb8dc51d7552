import { existsSync } from 'node:fs';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { AnswerBeyondLimits, AnswerUnreadable, ExceededLimit } from './answer-beyond-limits';
import { READING_LIMITS, ReadingLimits } from './answer-limits';
import { ReadAnswer } from './read-answer';

/** The message that starts the reading of a response in the thread. */
export interface ToReader {
  readonly pieces: readonly Uint8Array[];
}

/** The thread's only message. */
export type FromReader =
  | { readonly kind: 'read'; readonly answer: ReadAnswer }
  | { readonly kind: 'beyond'; readonly limit: ExceededLimit; readonly message: string }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'failed'; readonly error: string };

/**
 * Reads a response in a separate thread, which has none of the service's secrets and is terminated when it exceeds a
 * limit.
 * @param pieces as in `HttpPieces`; several are empty afterwards, because the thread receives their memory
 * @throws AnswerBeyondLimits, AnswerUnreadable
 */
export async function readInThread(
  pieces: readonly Buffer[],
  limits: ReadingLimits = READING_LIMITS,
): Promise<ReadAnswer> {
  const thread = new Worker(programFile(), {
    name: 'answer',
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb, maxYoungGenerationSizeMb: 32 },
  });
  try {
    const own = ownPieces(pieces);
    thread.postMessage(
      { pieces: own } satisfies ToReader,
      own.map(({ buffer }) => buffer),
    );
    return resultOf(await messageOf(thread, limits.totalMs));
  } finally {
    void thread.terminate();
  }
}

/** Pieces whose memory nothing else uses; a single one may come from a pool, or be a part of what a socket gave. */
function ownPieces(pieces: readonly Buffer[]): Uint8Array<ArrayBuffer>[] {
  const [first] = pieces;
  if (pieces.length === 1 && first) return [new Uint8Array(first)];
  return pieces.map(
    ({ buffer, byteOffset, length }) => new Uint8Array(buffer as ArrayBuffer, byteOffset, length),
  );
}

function messageOf(thread: Worker, totalMs: number): Promise<FromReader> {
  return new Promise<FromReader>((resolve, reject) => {
    const timer = setTimeout(() => reject(new AnswerBeyondLimits('time', TOO_SLOW)), totalMs);
    const ended = (error: Error): void => {
      clearTimeout(timer);
      reject(error);
    };
    thread.once('message', (message: FromReader) => {
      clearTimeout(timer);
      resolve(message);
    });
    thread.once('error', (error: NodeJS.ErrnoException) =>
      ended(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new AnswerBeyondLimits('memory', TOO_LARGE) : error),
    );
    thread.once('exit', () => ended(new Error('the thread that reads an answer ended')));
  });
}

const TOO_SLOW = "The server's answer takes too long to read.";
const TOO_LARGE = "The server's answer takes too much memory to read.";

function resultOf(message: FromReader): ReadAnswer {
  switch (message.kind) {
    case 'read':
      return message.answer;
    case 'beyond':
      throw new AnswerBeyondLimits(message.limit, message.message);
    case 'unreadable':
      throw new AnswerUnreadable();
    case 'failed':
      throw new Error(`reading an answer failed: ${message.error}`);
    default: {
      const unknown: never = message;
      return unknown;
    }
  }
}

/** Returns the worker's program: beside this file if that is compiled, else (as in tests) the compiled one. */
function programFile(): string {
  const beside = path.join(__dirname, 'worker.main.js');
  if (existsSync(beside)) return beside;
  const source = beside.lastIndexOf(path.join('/apps/ingestion-sync/src/'));
  return path.join(beside.slice(0, source), 'dist', beside.slice(source));
}
