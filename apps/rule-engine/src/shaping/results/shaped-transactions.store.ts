import { ShapedOutput, ShapedTransaction, TransactionDocument } from '@tributary/contracts';
import { Queryable, textSequence, toArrayLiteral, toTextSequence, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import {
  annotationOf,
  AnnotationRow,
  ANNOTATION_COLUMNS,
  IS_GIVEN,
  deleteAnnotations,
  joinAnnotation,
} from './annotations.store';
import { KnownShaping, StoredTransaction } from '../shaping-decisions';

/** A new state with the JSON of its parts. */
export interface NewRow {
  readonly accountId: number;
  readonly userId: number;
  readonly transaction: ShapedTransaction;
  readonly raw: string;
  /** `null` if it equals the raw document. */
  readonly shaped: string;
  readonly outputs: string;
  readonly effects: string;
  /** The category that it shows; empty if none. */
  readonly categoryId: string;
}

/**
 * Stores new states; an older state never replaces a newer one. Documents are sent as sequences of JSON texts: inside
 * of one JSON text the server would parse each of them twice (23 µs a row instead of 15).
 */
export async function upsertShaped(tx: Tx, rows: readonly NewRow[]): Promise<void> {
  const each = <Value>(valueOf: (row: NewRow) => Value): Value[] => rows.map(valueOf);
  await tx.queryPrepared(
    `insert into shaped_transactions (transaction_id, account_id, user_id, raw_version, shaped_version, removed,
                                      created_at, updated_at, raw, shaped, hash, outputs, effects, category_id)
     select id, account_id, user_id, raw_version, shaped_version, removed, created_at::timestamptz,
            updated_at::timestamptz, raw::json, nullif(shaped, 'null')::json, hash, outputs::json, effects::json,
            nullif(category_id, '')::bigint
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::integer[], $6::boolean[],
                   ${[7, 8, 9, 10, 11, 12, 13, 14].map(textSequence).join(', ')})
              as r(id, account_id, user_id, raw_version, shaped_version, removed, created_at, updated_at, raw,
                   shaped, hash, outputs, effects, category_id)
     on conflict (transaction_id) do update set
       raw_version = excluded.raw_version, shaped_version = excluded.shaped_version, removed = excluded.removed,
       created_at = excluded.created_at, updated_at = excluded.updated_at, raw = excluded.raw,
       shaped = excluded.shaped, hash = excluded.hash, outputs = excluded.outputs, effects = excluded.effects,
       category_id = excluded.category_id
     where excluded.shaped_version > shaped_transactions.shaped_version`,
    [
      toArrayLiteral(each(({ transaction }) => transaction.id)),
      toArrayLiteral(each(({ accountId }) => accountId)),
      toArrayLiteral(each(({ userId }) => userId)),
      toArrayLiteral(each(({ transaction }) => transaction.rawVersion)),
      toArrayLiteral(each(({ transaction }) => transaction.shapedVersion)),
      toArrayLiteral(each(({ transaction }) => transaction.removed)),
      toTextSequence(each(({ transaction }) => transaction.createdAt)),
      toTextSequence(each(({ transaction }) => transaction.updatedAt)),
      toTextSequence(each(({ raw }) => raw)),
      toTextSequence(each(({ shaped }) => shaped)),
      toTextSequence(each(({ transaction }) => transaction.hash)),
      toTextSequence(each(({ outputs }) => outputs)),
      toTextSequence(each(({ effects }) => effects)),
      toTextSequence(each(({ categoryId }) => categoryId)),
    ],
  );
}

/** Returns the stored shaping results of those transactions that exist, with what their owner set beside edits. */
export async function findKnown(
  database: Queryable,
  transactionIds: readonly number[],
): Promise<Map<number, KnownShaping>> {
  const rows = await database.query<Omit<KnownShaping, 'annotation'> & AnnotationRow & { id: number }>(
    `select s.transaction_id as id, s.raw_version as "rawVersion", s.shaped_version as "shapedVersion", s.effects,
            s.suppressions, ${ANNOTATION_COLUMNS}, ${IS_GIVEN}
       from shaped_transactions s ${joinAnnotation('s.user_id', 's.transaction_id')}
      where s.transaction_id = any($1::bigint[])`,
    [transactionIds],
  );
  return new Map(
    rows.map(({ id, rawVersion, shapedVersion, effects, suppressions, isGiven, ...row }) => [
      id,
      { rawVersion, shapedVersion, effects, suppressions, annotation: annotationOf(row), isGiven },
    ]),
  );
}

interface StoredRow {
  id: number;
  accountId: number;
  userId: number;
  rawVersion: number;
  shapedVersion: number;
  removed: boolean;
  createdAt: Date;
  updatedAt: Date;
  raw: TransactionDocument;
  shaped: TransactionDocument | null;
  hash: string;
  outputs: ShapedOutput[];
  effects: string[];
  suppressions: string[];
}

const STORED_SQL = `
  select transaction_id as id, account_id as "accountId", user_id as "userId", raw_version as "rawVersion", shaped_version as "shapedVersion", removed,
         created_at as "createdAt", updated_at as "updatedAt", raw, shaped, hash, outputs, effects, suppressions
    from shaped_transactions`;

/** Returns those of the transactions that are stored with a document. */
export async function findStored(
  database: Queryable,
  transactionIds: readonly number[],
): Promise<Map<number, StoredTransaction>> {
  const rows = await database.query<StoredRow>(
    `${STORED_SQL} where transaction_id = any($1::bigint[]) and raw is not null`,
    [transactionIds],
  );
  return new Map(rows.map((row) => [row.id, fromRow(row)]));
}

/** Returns the account's next transactions after the cursor, in the order of their ids, without removed ones. */
export async function readStored(
  database: Queryable,
  accountId: number,
  cursor: number,
  limit: number,
): Promise<StoredTransaction[]> {
  const rows = await database.query<StoredRow>(
    `${STORED_SQL} where account_id = $1 and transaction_id > $2 and not removed
      order by transaction_id limit $3`,
    [accountId, cursor, limit],
  );
  return rows.map(fromRow);
}

/** Returns the accounts' transactions below an id, newest first, without removed ones. */
export async function readNewest(
  database: Queryable,
  accountIds: readonly number[],
  before: number,
  limit: number,
): Promise<StoredTransaction[]> {
  const rows = await database.query<StoredRow>(
    `${STORED_SQL} where account_id = any($1::bigint[]) and transaction_id < $2 and not removed
      order by transaction_id desc limit $3`,
    [accountIds, before, limit],
  );
  return rows.map(fromRow);
}

function fromRow({
  accountId,
  userId,
  effects,
  suppressions,
  createdAt,
  updatedAt,
  ...members
}: StoredRow): StoredTransaction {
  return {
    accountId,
    userId,
    transaction: { ...members, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
    effects,
    suppressions,
  };
}

/** A removal that arrived before its transaction; older versions of the transaction are then ignored. */
export interface Tombstone {
  readonly id: number;
  readonly accountId: number;
  readonly userId: number;
  readonly version: number;
}

export async function saveTombstones(
  tx: Tx,
  tombstones: readonly Tombstone[],
  removedAt: string,
): Promise<void> {
  if (tombstones.length === 0) return;
  await tx.execute(
    `insert into shaped_transactions (transaction_id, account_id, user_id, raw_version, shaped_version, removed,
                                      created_at, updated_at, hash, outputs, effects)
     select id, "accountId", "userId", version, version, true, $2, $2, '', '[]', '[]'
       from json_to_recordset($1::json)
            as row(id bigint, "accountId" bigint, "userId" bigint, version integer)
     on conflict (transaction_id) do update
        set raw_version = excluded.raw_version, shaped_version = excluded.shaped_version
      where excluded.raw_version > shaped_transactions.raw_version`,
    [JSON.stringify(tombstones), removedAt],
  );
}

/** Stores the suppressions of transactions. */
export async function saveSuppressions(
  tx: Tx,
  suppressed: readonly { readonly id: number; readonly suppressions: readonly string[] }[],
): Promise<void> {
  await tx.execute(
    `update shaped_transactions set suppressions = row.suppressions
       from json_to_recordset($1::json) as row(id bigint, suppressions json)
      where transaction_id = row.id`,
    [JSON.stringify(suppressed)],
  );
}

/** Deletes the accounts' transactions, with what their owners set on them. */
export async function deleteOfAccounts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  const ids = 'select transaction_id from shaped_transactions where account_id = any($1::bigint[])';
  await deleteAnnotations(tx, ids, accountIds);
  await tx.execute(`delete from shaped_transactions where account_id = any($1::bigint[])`, [accountIds]);
}

/** The number of stored transactions of an account. */
export interface StoredCount {
  readonly accountId: number;
  readonly userId: number;
  readonly transactionsTotal: number;
}

/** Returns the counts of the accounts that have any; removed transactions do not count. */
export function countStored(tx: Tx, accountIds: readonly number[]): Promise<StoredCount[]> {
  return tx.query<StoredCount>(
    `select account_id as "accountId", min(user_id) as "userId", count(*) as "transactionsTotal"
       from shaped_transactions where account_id = any($1::bigint[]) and not removed group by account_id`,
    [accountIds],
  );
}

/** Returns how many transactions show the category. */
export async function countOfCategory(tx: Tx, categoryId: number): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'select count(*)::integer as count from shaped_transactions where category_id = $1',
    [categoryId],
  );
  return row?.count ?? 0;
}

/** Returns the next transactions that show the category, after the cursor, in the order of their ids. */
export function nextOfCategory(
  tx: Tx,
  categoryId: number,
  after: number,
  limit: number,
): Promise<{ readonly id: number; readonly accountId: number }[]> {
  return tx.query(
    `select transaction_id as id, account_id as "accountId" from shaped_transactions
      where category_id = $1 and transaction_id > $2 order by transaction_id limit $3`,
    [categoryId, after, limit],
  );
}

/** A transaction in a replay. */
export interface PublishedRow extends Omit<ShapedTransaction, 'createdAt' | 'updatedAt' | 'outputs'> {
  readonly accountId: number;
  readonly userId: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const COUNT_PUBLISHED = 'select count(*) as count from shaped_transactions where raw is not null';

/** Returns the next transactions with a document, in the order of accounts. */
export function nextPublished(
  tx: Tx,
  after: { readonly accountId: number; readonly transactionId: number },
  limit: number,
): Promise<PublishedRow[]> {
  return tx.query<PublishedRow>(
    `select transaction_id as id, account_id as "accountId", user_id as "userId", raw_version as "rawVersion",
            shaped_version as "shapedVersion", removed, created_at as "createdAt", updated_at as "updatedAt",
            raw, shaped, hash
       from shaped_transactions
      where (account_id, transaction_id) > ($1, $2) and raw is not null
      order by account_id, transaction_id limit $3`,
    [after.accountId, after.transactionId, limit],
  );
}

export const SHAPED_TRANSACTIONS_TABLE: UserTable = {
  table: 'shaped_transactions',
  rowsOfUserSql: 't.user_id = $1',
  // The export leaves out `raw`, because ingestion-sync exports the data of the provider.
  exportAs: {
    kind: 'shaped_transactions',
    sortKeySql: 't.transaction_id',
    omittedColumns: ['raw', 'hash', 'effects', 'category_id'],
  },
};
