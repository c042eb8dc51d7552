import { Tx } from '@tributary/persistence';
import { ListedIds } from '../../transactions/matching/listings';
import { dropRepeatedIds, IdShape, readSpans } from '../import-files.store';

/** The stored summary of an account's entries. */
export interface AccountCounts {
  readonly entries: number;
  readonly first: string;
  readonly last: string;
  readonly ids: ListedIds;
}

/** Counts the stored entries of each account of a file, and judges whether the bank's ids identify them. */
export async function countAccounts(tx: Tx, importId: number): Promise<Map<number, AccountCounts>> {
  const rows = await readSpans(tx, importId);
  const ids = await judgeIds(tx, importId);
  return new Map(
    rows.map(({ account, ...counts }) => [account, { ...counts, ids: ids.get(account) ?? 'none' }]),
  );
}

/** Matches a short number, with or without letters before it. */
const SHORT = '^\\D{0,8}\\d{1,6}$';
const NUMBER = '\\d{1,6}$';

/**
 * Judges whether the bank's ids in a file identify entries, and deletes ids that several entries share. Short numbers
 * that begin at one without larger gaps, or that begin again within the file, only count rows.
 * @returns the judgement by account of the file
 */
async function judgeIds(tx: Tx, importId: number): Promise<Map<number, ListedIds>> {
  const shapes = await dropRepeatedIds(tx, importId, SHORT, NUMBER);
  return new Map(shapes.map((shape) => [shape.account, worthOf(shape)]));
}

/** Entries that were left out or unreadable leave gaps. */
const GAPS_FACTOR = 1.5;
const GAPS_MAX = 2;

/** Judges ids of this form. */
export function worthOf({ repeated, short, named, count, lowest, highest }: IdShape): ListedIds {
  const isCounted =
    short && lowest !== null && lowest <= 1 && (highest ?? 0) <= count * GAPS_FACTOR + GAPS_MAX;
  if (!isCounted && !(repeated && short)) return 'identities';
  return named ? 'named counters' : 'counters';
}
