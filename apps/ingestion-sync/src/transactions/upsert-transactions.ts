import { Tx } from '@tributary/persistence';
import { TransactionRow } from './transaction-rows';

/** The rows of one account in a write. */
export interface AccountRows {
  readonly accountId: number;
  readonly rows: readonly TransactionRow[];
}

/** A row that is new or changed. */
export interface WrittenTransaction {
  readonly id: number;
  readonly version: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly row: TransactionRow;
}

interface Written {
  id: number;
  account_id: number;
  identity_key: string;
  version: number;
  created_at: Date;
  updated_at: Date;
}

/**
 * Writes the rows of many accounts in one statement and returns, by account, those that are new or changed, in
 * the order given. A row that is not found by its id is looked for, by content, among those that have no strong
 * id, unless another row of the same write has that one's id: institutions change and repeat their ids.
 */
export async function upsertTransactions(
  tx: Tx,
  accounts: readonly AccountRows[],
): Promise<Map<number, WrittenTransaction[]>> {
  if (accounts.every(({ rows }) => rows.length === 0)) return new Map();
  const written = await tx.query<Written>(UPSERT, [recordset(accounts)]);
  return inGivenOrder(accounts, written);
}

const UPSERT = `
  with incoming as (
    select * from jsonb_to_recordset($1::jsonb)
      as r(account_id bigint, identity_key text, identity_rank smallint, content_key text, content_hash text,
           booked boolean, booking_date date, document jsonb, raw jsonb)
  ), found as (
    select i.*, t.content_hash as own_hash, t.removed_at,
           coalesce(t.identity_key, (
             select a.identity_key from transactions a
              where a.account_id = i.account_id and a.content_key = i.content_key and a.identity_rank > 1
                and not exists (select 1 from incoming o
                                 where o.account_id = a.account_id and o.identity_key = a.identity_key)
              order by a.id limit 1), i.identity_key) as row_key
      from incoming i
      left join transactions t on t.account_id = i.account_id and t.identity_key = i.identity_key
  ), wanted as (
    select distinct on (account_id, row_key) * from found
     where own_hash is distinct from content_hash or removed_at is not null
     order by account_id, row_key, identity_key = row_key desc
  ), written as (
    insert into transactions as t (account_id, identity_key, identity_rank, content_key, content_hash, booked,
                                   booking_date, document, raw)
    select account_id, row_key, identity_rank, content_key, content_hash, booked, booking_date, document, raw
      from wanted
    on conflict (account_id, identity_key) do update
       set content_key = excluded.content_key, content_hash = excluded.content_hash, booked = excluded.booked,
           booking_date = excluded.booking_date, document = excluded.document, raw = excluded.raw,
           removed_at = null, version = t.version + 1, updated_at = now()
     where t.content_hash <> excluded.content_hash or t.removed_at is not null
    returning t.id, t.account_id, t.identity_key, t.version, t.created_at, t.updated_at
  )
  select t.id, t.account_id, w.identity_key, t.version, t.created_at, t.updated_at
    from written t join wanted w on w.account_id = t.account_id and w.row_key = t.identity_key`;

/** The JSON of the documents exists already: it is put together, not made again. */
function recordset(accounts: readonly AccountRows[]): string {
  const records = accounts.flatMap(({ accountId, rows }) => rows.map((row) => record(accountId, row)));
  return `[${records.join(',')}]`;
}

function record(accountId: number, row: TransactionRow): string {
  const scalars = JSON.stringify({
    account_id: accountId,
    identity_key: row.identityKey,
    identity_rank: row.identityRank,
    content_key: row.contentKey,
    content_hash: row.contentHash,
    booked: row.document.booked,
    booking_date: row.document.booking_date,
  });
  return `${scalars.slice(0, -1)},"document":${row.documentJson},"raw":${row.rawJson}}`;
}

function inGivenOrder(
  accounts: readonly AccountRows[],
  written: readonly Written[],
): Map<number, WrittenTransaction[]> {
  const byKey = new Map(written.map((row) => [`${row.account_id}/${row.identity_key}`, row]));
  return new Map(
    accounts.map(({ accountId, rows }) => [
      accountId,
      rows.flatMap((row) => {
        const found = byKey.get(`${accountId}/${row.identityKey}`);
        return found ? [toWritten(found, row)] : [];
      }),
    ]),
  );
}

function toWritten(written: Written, row: TransactionRow): WrittenTransaction {
  return {
    id: written.id,
    version: written.version,
    createdAt: written.created_at.toISOString(),
    updatedAt: written.updated_at.toISOString(),
    row,
  };
}
