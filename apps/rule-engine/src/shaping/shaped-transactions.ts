import { Context } from '@opentelemetry/api';
import {
  addAll,
  ShapedOutput,
  ShapedTransaction,
  ShapingCause,
  TransactionDocument,
  TransactionShapedV1,
} from '@tributary/contracts';
import { appendToOutbox, cutForMessages, event, OutgoingEvent } from '@tributary/messaging';
import { Queryable, textSequence, toArrayLiteral, toTextSequence, Tx } from '@tributary/persistence';
import { RuleLogDraft, saveRuleLogs } from './rule-logs';
import { KnownShaping, ShapingResult, StoredTransaction } from './shaping-decisions';

/** Transactions of one account that were shaped together, because of one event or one job. */
export interface ShapedBatch {
  readonly accountId: number;
  readonly userId: number;
  readonly cause: ShapingCause;
  readonly trace: Context | undefined;
  readonly results: readonly ShapingResult[];
}

export const TRANSACTIONS_PER_MESSAGE_MAX = 200;

/**
 * Stores the new states, logs what rules did, and publishes both: four statements for any number of rows. Each document
 * is written as JSON once, for its row and for its message.
 */
export async function saveShaped(tx: Tx, batches: readonly ShapedBatch[]): Promise<void> {
  const rows = new Map<number, NewRow>();
  const events: OutgoingEvent[] = [];
  for (const batch of batches) {
    const written = batch.results.map((result) => toRow(batch, result));
    for (const row of written) rows.set(row.transaction.id, row);
    addAll(events, toEvents(batch, written));
  }
  if (rows.size === 0) return;
  await upsert(tx, [...rows.values()]);
  const logged = await saveRuleLogs(tx, batches.flatMap(toLogDrafts));
  await appendToOutbox(tx, [...events, ...logged.events]);
}

/** A new state, with the JSON of its parts. */
interface NewRow {
  readonly batch: ShapedBatch;
  readonly transaction: ShapedTransaction;
  readonly raw: string;
  /** `null` where it is the raw document. */
  readonly shaped: string;
  readonly outputs: string;
  readonly effects: string;
}

function toRow(batch: ShapedBatch, { transaction, effects }: ShapingResult): NewRow {
  return {
    batch,
    transaction,
    raw: JSON.stringify(transaction.raw),
    shaped: transaction.shaped === null ? 'null' : JSON.stringify(transaction.shaped),
    outputs: JSON.stringify(transaction.outputs),
    effects: JSON.stringify(effects),
  };
}

/** The transaction's JSON in a message, put together from that of its parts. */
function jsonOf({ transaction, raw, shaped, outputs }: NewRow): string {
  const { id, shapedVersion, rawVersion, removed, createdAt, updatedAt, hash } = transaction;
  const versions = `"id":${id},"shapedVersion":${shapedVersion},"rawVersion":${rawVersion},"removed":${removed}`;
  const times = `"createdAt":"${createdAt}","updatedAt":"${updatedAt}"`;
  return `{${versions},${times},"raw":${raw},"shaped":${shaped},"hash":"${hash}","outputs":${outputs}}`;
}

function toEvents(batch: ShapedBatch, rows: readonly NewRow[]): OutgoingEvent[] {
  const { accountId: financialAccountId, userId, cause, trace } = batch;
  const sized = rows.map((row) => {
    const json = jsonOf(row);
    return { item: { transaction: row.transaction, json }, bytes: Buffer.byteLength(json) };
  });
  return cutForMessages(sized, TRANSACTIONS_PER_MESSAGE_MAX).map((cut) => {
    const members = { financialAccountId, userId, cause };
    const transactions = cut.map(({ transaction }) => transaction);
    const list = cut.map(({ json }) => json).join(',');
    const payloadJson = `${JSON.stringify(members).slice(0, -1)},"transactions":[${list}]}`;
    const payload = { ...members, transactions };
    return { ...event(TransactionShapedV1, financialAccountId, payload, trace), payloadJson };
  });
}

function toLogDrafts({ accountId, userId, trace, results }: ShapedBatch): RuleLogDraft[] {
  return results.flatMap(({ transaction, newEffects }) =>
    newEffects.map((effect) => ({
      accountId,
      userId,
      log: { ...effect, transactionId: transaction.id },
      trace,
    })),
  );
}

/**
 * An older state never replaces a newer one, whatever was decided above. Documents come as sequences of JSON texts: as one
 * JSON text the server would read each of them twice (15 µs a row instead of 23).
 */
async function upsert(tx: Tx, rows: readonly NewRow[]): Promise<void> {
  const each = <Value>(valueOf: (row: NewRow) => Value): Value[] => rows.map(valueOf);
  await tx.queryPrepared(
    `insert into shaped_transactions (transaction_id, account_id, user_id, raw_version, shaped_version, removed,
                                      created_at, updated_at, raw, shaped, hash, outputs, effects)
     select id, account_id, user_id, raw_version, shaped_version, removed, created_at::timestamptz,
            updated_at::timestamptz, raw::json, nullif(shaped, 'null')::json, hash, outputs::json, effects::json
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::integer[], $5::integer[], $6::boolean[],
                   ${[7, 8, 9, 10, 11, 12, 13].map(textSequence).join(', ')})
              as r(id, account_id, user_id, raw_version, shaped_version, removed, created_at, updated_at, raw,
                   shaped, hash, outputs, effects)
     on conflict (transaction_id) do update set
       raw_version = excluded.raw_version, shaped_version = excluded.shaped_version, removed = excluded.removed,
       created_at = excluded.created_at, updated_at = excluded.updated_at, raw = excluded.raw,
       shaped = excluded.shaped, hash = excluded.hash, outputs = excluded.outputs, effects = excluded.effects
     where excluded.shaped_version > shaped_transactions.shaped_version`,
    [
      toArrayLiteral(each(({ transaction }) => transaction.id)),
      toArrayLiteral(each(({ batch }) => batch.accountId)),
      toArrayLiteral(each(({ batch }) => batch.userId)),
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
    ],
  );
}

/** What is remembered of those transactions that were seen before. */
export async function findKnown(
  database: Queryable,
  transactionIds: readonly number[],
): Promise<Map<number, KnownShaping>> {
  const rows = await database.query<KnownShaping & { id: number }>(
    `select transaction_id as id, raw_version as "rawVersion", shaped_version as "shapedVersion", effects, suppressions
       from shaped_transactions where transaction_id = any($1::bigint[])`,
    [transactionIds],
  );
  return new Map(rows.map((row) => [row.id, row]));
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

/** Those of the transactions that are stored with a document. */
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

/** The account's next transactions after the cursor, in the order of their ids; removed ones are left out. */
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

/** The accounts' transactions below an id, newest first; removed ones are left out. */
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

/** A removal that came before its transaction: what is older will be ignored when it comes. */
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
