import { SecretBox } from '@tributary/secrets';
import { Tx } from '@tributary/persistence';
import { hash } from 'node:crypto';
import { UNREAD_ROWS_MAX } from '../../accounts/unread-health';
import { RejectedRow } from '../../providers/provider.port';
import { ROW_READER } from '../../providers/read-rows';
import { AnswerCoverage } from '../matching/answer';

/** What the answers of one account say of rows that cannot be read. */
export interface UnreadRowsWrite {
  readonly account: { readonly id: number; readonly unreadRows: number };
  /** Rows of these answers that could not be read. */
  readonly rejected: readonly RejectedRow[];
  readonly coverage: readonly AnswerCoverage[];
  /** Rows of earlier answers that this release has tried to read. */
  readonly retried: RetriedRows;
}

/** Ids of rows that were set aside. */
export interface RetriedRows {
  readonly read: readonly number[];
  readonly unread: readonly number[];
}

/**
 * Sets rows aside: their content (encrypted), the reason, when and how often. The same row again only increases the count. A
 * row ends when it was read, or when an answer to its day does not list it any more: then the bank has mended it or taken
 * it back. @returns how many each account has, where that changed
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
  );
  return countRows(
    tx,
    concerned.map(({ account }) => account.id),
  );
}

/** What the answers of an account list, each row once. */
interface ListedRows {
  readonly write: UnreadRowsWrite;
  readonly byFingerprint: ReadonlyMap<string, RejectedRow>;
}

function listedOf(write: UnreadRowsWrite): ListedRows {
  return { write, byFingerprint: new Map(write.rejected.map((row) => [hash('sha256', row.rawJson), row])) };
}

interface UnreadKey {
  readonly account_id: number;
  readonly fingerprint: string;
}

function keysOf({ write, byFingerprint }: ListedRows): UnreadKey[] {
  return [...byFingerprint.keys()].map((fingerprint) => ({ account_id: write.account.id, fingerprint }));
}

/** As many as an account may have: the rest of a hostile answer is neither encrypted nor sent to the database. */
function recordsOf({ write, byFingerprint }: ListedRows, box: SecretBox, today: string) {
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

/** The first day of a window does not count: banks differ in which of an entry's dates they cut by. */
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
  await tx.execute(
    `delete from rejected_transactions t
      where t.id = any($1::bigint[])
         or (exists (select 1 from jsonb_to_recordset($2::jsonb) as w(account_id bigint, date_from date, date_to date)
                      where w.account_id = t.account_id and t.day > w.date_from
                        and (w.date_to is null or t.day <= w.date_to))
             and not exists (select 1 from jsonb_to_recordset($3::jsonb) as l(account_id bigint, fingerprint text)
                              where (l.account_id, l.fingerprint) = (t.account_id, t.fingerprint)))`,
    [read, JSON.stringify(windows), JSON.stringify(listed)],
  );
  const tried = writes.flatMap(({ retried }) => retried.unread);
  if (tried.length === 0) return;
  await tx.execute('update rejected_transactions set reader = $2 where id = any($1::bigint[])', [
    tried,
    ROW_READER,
  ]);
}

async function setAside(tx: Tx, records: readonly UnreadKey[]): Promise<void> {
  if (records.length === 0) return;
  await tx.execute(
    `insert into rejected_transactions as t
            (account_id, fingerprint, provider_transaction_id, reason, day, booked, raw_sealed, reader)
     select account_id, fingerprint, provider_transaction_id, reason, day, booked, raw_sealed, $2
       from (select r.*, row_number() over (partition by account_id) as position,
                    (select count(*) from rejected_transactions o where o.account_id = r.account_id) as known
               from jsonb_to_recordset($1::jsonb) as r(account_id bigint, fingerprint text,
                    provider_transaction_id text, reason text, day date, booked boolean, raw_sealed text)) r
      where position + known <= $3
         or exists (select 1 from rejected_transactions o
                     where (o.account_id, o.fingerprint) = (r.account_id, r.fingerprint))
     on conflict (account_id, fingerprint) do update
        set count = t.count + 1, seen_at = now(), reason = excluded.reason, reader = excluded.reader`,
    [JSON.stringify(records), ROW_READER, UNREAD_ROWS_MAX],
  );
}

async function countRows(tx: Tx, accountIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const changed = await tx.query<{ id: number; unread_rows: number }>(
    `update financial_accounts a set unread_rows = r.unread_rows
       from (select i.id, (select count(*)::int from rejected_transactions t where t.account_id = i.id) as unread_rows
               from unnest($1::bigint[]) as i(id)) r
      where a.id = r.id and a.unread_rows <> r.unread_rows
     returning a.id, a.unread_rows`,
    [accountIds],
  );
  return new Map(changed.map(({ id, unread_rows }) => [id, unread_rows]));
}

/** What a rejected row is sealed for: it opens nowhere else. */
export function rejectedContext(accountId: number | string, fingerprint: string): string {
  return `rejected_transactions.raw:${accountId}:${fingerprint}`;
}
