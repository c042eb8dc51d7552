import { SecretBox } from '@tributary/secrets';
import { Tx } from '@tributary/persistence';
import { hash } from 'node:crypto';
import { recountAllUnreadRows } from '../../accounts/accounts.store';
import { UNREAD_ROWS_MAX } from '../../accounts/unread-health';
import { RejectedRow } from '../../providers/provider.port';
import { ROW_READER } from '../../providers/read-rows';
import { AnswerCoverage } from '../matching/answer';
import {
  endUnreadRows,
  markTried,
  rejectedContext,
  setAside,
  UnreadKey,
  UnreadRecord,
  unreadRowsOf,
} from './unread-rows.store';

/** The unreadable rows of one account's reading. */
export interface UnreadRowsWrite {
  readonly account: { readonly id: number; readonly unreadRows: number };
  /** Rows of this reading that could not be read. */
  readonly rejected: readonly RejectedRow[];
  readonly coverage: readonly AnswerCoverage[];
  /** Rows of earlier readings that this release has tried to read. */
  readonly retried: RetriedRows;
}

/** Ids of stored unread rows, by whether they could be read now. */
export interface RetriedRows {
  readonly read: readonly number[];
  readonly unread: readonly number[];
}

/**
 * Stores unread rows: encrypted content, reason, time and count. A repeated row only increases the count. A row is
 * deleted once it was read, or once the bank no longer lists it on its day, because it corrected or withdrew it.
 * @returns the number of unread rows of each account where it changed
 */
export async function saveUnreadRows(
  tx: Tx,
  box: SecretBox,
  writes: readonly UnreadRowsWrite[],
  today: string,
): Promise<ReadonlyMap<number, number>> {
  const concerned = writes.filter(({ account, rejected }) => account.unreadRows > 0 || rejected.length > 0);
  if (concerned.length === 0) return new Map();
  const listed = concerned.map(listedOf);
  await endRows(tx, concerned, listed.flatMap(keysOf));
  await setAside(
    tx,
    listed.flatMap((rows) => recordsOf(rows, box, today)),
    { reader: ROW_READER, max: UNREAD_ROWS_MAX },
  );
  return countRows(
    tx,
    concerned.map(({ account }) => account.id),
  );
}

/** The distinct unreadable rows of an account's reading. */
interface ListedRows {
  readonly write: UnreadRowsWrite;
  readonly byFingerprint: ReadonlyMap<string, RejectedRow>;
}

function listedOf(write: UnreadRowsWrite): ListedRows {
  return { write, byFingerprint: new Map(write.rejected.map((row) => [hash('sha256', row.rawJson), row])) };
}

function keysOf({ write, byFingerprint }: ListedRows): UnreadKey[] {
  return [...byFingerprint.keys()].map((fingerprint) => ({ account_id: write.account.id, fingerprint }));
}

/** Limits the rows to the maximum of an account, so that the rest of a hostile response is neither encrypted nor stored. */
function recordsOf({ write, byFingerprint }: ListedRows, box: SecretBox, today: string): UnreadRecord[] {
  const { account, coverage } = write;
  const lastDay = coverage.reduce((last, { to }) => (to !== null && to > last ? to : last), '');
  const isRecent = coverage.length === 0 || coverage.some(({ to }) => to === null);
  return [...byFingerprint].slice(0, UNREAD_ROWS_MAX).map(([fingerprint, row]) => ({
    account_id: account.id,
    fingerprint,
    provider_transaction_id: row.providerTransactionId?.replaceAll('\u0000', '') ?? null,
    reason: row.reason,
    day: row.day ?? (isRecent ? today : lastDay),
    booked: row.booked ?? true,
    raw_sealed: box.seal(row.rawJson, rejectedContext(account.id, fingerprint)),
  }));
}

async function endRows(
  tx: Tx,
  writes: readonly UnreadRowsWrite[],
  listed: readonly UnreadKey[],
): Promise<void> {
  const windows = writes.flatMap(({ account, coverage }) =>
    coverage
      .filter(({ listsAll }) => listsAll !== false)
      .map(({ from, to }) => ({ account_id: account.id, date_from: from, date_to: to })),
  );
  const read = writes.flatMap(({ retried }) => retried.read);
  await endUnreadRows(tx, read, windows, listed);
  await markTried(
    tx,
    writes.flatMap(({ retried }) => retried.unread),
    ROW_READER,
  );
}

async function countRows(tx: Tx, accountIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const changed = await recountAllUnreadRows(tx, accountIds, unreadRowsOf);
  return new Map(changed.map(({ id, unread_rows }) => [id, unread_rows]));
}
