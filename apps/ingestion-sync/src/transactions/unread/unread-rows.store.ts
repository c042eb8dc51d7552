import { Queryable, Tx } from '@tributary/persistence';
import { SealedColumn, UserTable } from '@tributary/service';

/** An unreadable row as its user lists it. */
export interface StoredUnreadRow {
  readonly id: number;
  readonly day: string | null;
  readonly reason: string;
  readonly fingerprint: string;
  readonly raw_sealed: string;
  readonly count: number;
  readonly first_seen_at: Date;
  readonly seen_at: Date;
}

/** Returns the unreadable rows of an account, the newest first. */
export function readUnreadRows(
  database: Queryable,
  accountId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<StoredUnreadRow[]> {
  return database.query<StoredUnreadRow>(
    `select id, day::text as day, reason, fingerprint, raw_sealed, count, first_seen_at, seen_at
       from rejected_transactions where account_id = $1
      order by id desc limit $2 offset $3`,
    [accountId, limit, offset],
  );
}

export async function countUnreadRows(database: Queryable, accountId: number): Promise<number> {
  const [total] = await database.query<{ count: number }>(
    'select count(*)::int as count from rejected_transactions where account_id = $1',
    [accountId],
  );
  return total?.count ?? 0;
}

/** SQL: how many rows of an account are set aside. */
export const unreadRowsOf = (accountId: string): string =>
  `(select count(*)::int from rejected_transactions t where t.account_id = ${accountId})`;

/** SQL: whether an account has rows that only readers before this one have tried. */
export const hasUntriedRows = (accountId: string, reader: number): string =>
  `exists (select 1 from rejected_transactions r
                                   where r.account_id = ${accountId} and r.reader < ${reader})`;

/** A row to read again. */
export interface StoredUntriedRow {
  readonly id: number;
  readonly fingerprint: string;
  readonly booked: boolean;
  readonly raw_sealed: string;
}

/** Returns the rows of an account that only earlier readers have tried. */
export function untriedRows(
  database: Queryable,
  accountId: number,
  reader: number,
): Promise<StoredUntriedRow[]> {
  return database.query<StoredUntriedRow>(
    `select id, fingerprint, booked, raw_sealed from rejected_transactions
      where account_id = $1 and reader < $2 order by id`,
    [accountId, reader],
  );
}

/**
 * Removes one row of an account, or with null all of them.
 * @returns the number of removed rows
 */
export async function deleteUnreadRows(tx: Tx, accountId: number, id: number | null): Promise<number> {
  const deleted = await tx.query(
    `delete from rejected_transactions
      where account_id = $1 and ($2::bigint is null or id = $2)
     returning id`,
    [accountId, id],
  );
  return deleted.length;
}

/** A row of an account by its content. */
export interface UnreadKey {
  readonly account_id: number;
  readonly fingerprint: string;
}

/** Days of an account that a response lists; `date_to` null: all days since. */
export interface ListedDays {
  readonly account_id: number;
  readonly date_from: string;
  readonly date_to: string | null;
}

/**
 * Removes the rows with these ids, and those in listed days that are not listed. The first day of a window does not
 * count, because banks filter by different dates of an entry.
 */
export async function endUnreadRows(
  tx: Tx,
  ids: readonly number[],
  windows: readonly ListedDays[],
  listed: readonly UnreadKey[],
): Promise<void> {
  await tx.execute(
    `delete from rejected_transactions t
      where t.id = any($1::bigint[])
         or (exists (select 1 from jsonb_to_recordset($2::jsonb) as w(account_id bigint, date_from date, date_to date)
                      where w.account_id = t.account_id and t.day > w.date_from
                        and (w.date_to is null or t.day <= w.date_to))
             and not exists (select 1 from jsonb_to_recordset($3::jsonb) as l(account_id bigint, fingerprint text)
                              where (l.account_id, l.fingerprint) = (t.account_id, t.fingerprint)))`,
    [ids, JSON.stringify(windows), JSON.stringify(listed)],
  );
}

/** Records that a reader has tried rows. */
export async function markTried(tx: Tx, ids: readonly number[], reader: number): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute('update rejected_transactions set reader = $2 where id = any($1::bigint[])', [
    ids,
    reader,
  ]);
}

/** An unreadable row to store. */
export interface UnreadRecord extends UnreadKey {
  readonly provider_transaction_id: string | null;
  readonly reason: string;
  readonly day: string;
  readonly booked: boolean;
  readonly raw_sealed: string;
}

/** @param max of an account: a row beyond it is left out, unless it is set aside already */
export async function setAside(
  tx: Tx,
  records: readonly UnreadRecord[],
  { reader, max }: { readonly reader: number; readonly max: number },
): Promise<void> {
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
    [JSON.stringify(records), reader, max],
  );
}

/** Returns the encryption context of a row: it can be decrypted only for its account and content. */
export function rejectedContext(accountId: number | string, fingerprint: string): string {
  return `rejected_transactions.raw:${accountId}:${fingerprint}`;
}

export const REJECTED_COLUMN: SealedColumn = {
  table: 'rejected_transactions',
  column: 'raw_sealed',
  key: 'id',
  type: 'text',
  contextColumns: ['account_id', 'fingerprint'],
  contextOf: ({ account_id, fingerprint }) => rejectedContext(account_id ?? '', fingerprint ?? ''),
};

/** @param ofAccount SQL that finds the rows `t` of the user's accounts */
export const rejectedTable = (ofAccount: string): UserTable => ({
  table: 'rejected_transactions',
  rowsOfUserSql: ofAccount,
  exportAs: { kind: 'rejected_transactions', omittedColumns: ['raw_sealed'] },
});
