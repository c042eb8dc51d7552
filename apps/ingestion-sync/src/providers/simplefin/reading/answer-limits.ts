import type { ShareLimits } from '@tributary/persistence';
import { availableParallelism } from 'node:os';
import { DOCUMENT_LIMITS } from '../../mapping/document-limits';

/** Limits of one response of a server that a user named. */
export const ANSWER_LIMITS = {
  /** Bytes of the response. Sixty days of a hundred busy accounts need less than ten megabytes. */
  bytes: 32 * 1024 * 1024,
  /** Larger responses are received a few at a time, and read in threads. */
  bytesInProcess: 128 * 1024,
  /** Bytes of all responses that accounts share for a while. */
  bytesShared: 64 * 1024 * 1024,
  /** Members and elements of the whole response, whether or not they are read. */
  values: 3_000_000,
  /** Depth of nesting. */
  depth: 64,
  /** Characters of one text or number; values of a document are shorter. */
  tokenChars: 1024 * 1024,
  /** Characters outside the transactions. */
  otherChars: 2 * 1024 * 1024,
  accounts: 2_000,
  /** Maximum number of transactions that are read for an account, in all and within one window. */
  rowsPerAccount: 100_000,
  rowsPerWindow: 20_000,
  /** A transaction with all its members. */
  rowChars: DOCUMENT_LIMITS.entryChars,
} as const;

/** Limits of the thread that reads a response; beyond them it is terminated. */
export interface ReadingLimits {
  readonly totalMs: number;
  readonly memoryMb: number;
}

export const READING_LIMITS: ReadingLimits = { totalMs: 30_000, memoryMb: 128 };

/** More than a process syncs accounts at once. */
const WAITING_PER_USER = 1_000;

/** Large responses that are received at the same time; each uses memory of its size, and a slow server's for long. */
export const RECEIVING_SHARES: ShareLimits = { total: 4, perUser: 1, waitingPerUser: WAITING_PER_USER };

/**
 * Limits for large responses. They use one thread less than there are processors, which stays free for other requests.
 */
export const READING_SHARES: ShareLimits = {
  total: Math.max(1, Math.min(4, availableParallelism() - 1)),
  perUser: 1,
  waitingPerUser: WAITING_PER_USER,
};
