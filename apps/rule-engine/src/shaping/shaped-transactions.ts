import { Context } from '@opentelemetry/api';
import {
  ShapedOutput,
  ShapedTransaction,
  ShapingCause,
  TransactionDocument,
  TransactionShapedV1,
} from '@tributary/contracts';
import { appendToOutbox, cutForMessages, event, OutgoingEvent, Sized } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
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

/** Stores the new states, logs what rules did, and publishes both: four statements for any number of rows. */
export async function saveShaped(tx: Tx, batches: readonly ShapedBatch[]): Promise<void> {
  const rows = new Map<number, string>();
  const events: OutgoingEvent[] = [];
  for (const batch of batches) {
    const sized = batch.results.map((result): Sized<ShapedTransaction> => {
      const json = JSON.stringify(result.transaction);
      rows.set(result.transaction.id, toRow(json, batch, result));
      return { item: result.transaction, bytes: Buffer.byteLength(json) };
    });
    events.push(...toEvents(batch, sized));
  }
  if (rows.size === 0) return;
  await upsert(tx, `[${[...rows.values()].join(',')}]`);
  const logged = await saveRuleLogs(tx, batches.flatMap(toLogDrafts));
  await appendToOutbox(tx, [...events, ...logged.events]);
}

/** The JSON of the transaction is built once: for its row, and for its size in a message. */
function toRow(json: string, { accountId, userId }: ShapedBatch, { effects }: ShapingResult): string {
  return `${json.slice(0, -1)},"accountId":${accountId},"userId":${userId},"effects":${JSON.stringify(effects)}}`;
}

function toEvents(batch: ShapedBatch, sized: readonly Sized<ShapedTransaction>[]): OutgoingEvent[] {
  const { accountId: financialAccountId, userId, cause, trace } = batch;
  return cutForMessages(sized, TRANSACTIONS_PER_MESSAGE_MAX).map((transactions) =>
    event(
      TransactionShapedV1,
      financialAccountId,
      { financialAccountId, userId, cause, transactions },
      trace,
    ),
  );
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

/** An older state never replaces a newer one, whatever was decided above. */
async function upsert(tx: Tx, rows: string): Promise<void> {
  await tx.execute(
    `insert into shaped_transactions (transaction_id, account_id, user_id, raw_version, shaped_version, removed,
                                      created_at, updated_at, raw, shaped, hash, outputs, effects)
     select id, "accountId", "userId", "rawVersion", "shapedVersion", removed,
            "createdAt", "updatedAt", raw, shaped, hash, outputs, effects
       from json_to_recordset($1::json) as row(
            id bigint, "accountId" bigint, "userId" bigint, "rawVersion" integer, "shapedVersion" integer,
            removed boolean, "createdAt" timestamptz, "updatedAt" timestamptz, raw json, shaped json,
            hash text, outputs json, effects json)
     on conflict (transaction_id) do update set
       raw_version = excluded.raw_version, shaped_version = excluded.shaped_version, removed = excluded.removed,
       created_at = excluded.created_at, updated_at = excluded.updated_at, raw = excluded.raw,
       shaped = excluded.shaped, hash = excluded.hash, outputs = excluded.outputs, effects = excluded.effects
     where excluded.shaped_version > shaped_transactions.shaped_version`,
    [rows],
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
