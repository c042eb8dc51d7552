import { Context } from '@opentelemetry/api';
import {
  addAll,
  EventPayload,
  ShapedTransaction,
  ShapingCause,
  TransactionShapedV1,
} from '@tributary/contracts';
import { appendToOutbox, cutForMessages, event, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { roomOfReply } from './reply-room';
import { ShapingResult } from '../shaping-decisions';
import { RuleLogDraft, saveRuleLogs } from './rule-logs';
import { NewRow, upsertShaped } from './shaped-transactions.store';

/** Transactions of one account that one event or one job shaped together. */
export interface ShapedBatch {
  readonly accountId: number;
  readonly userId: number;
  readonly cause: ShapingCause;
  readonly trace: Context | undefined;
  readonly results: readonly ShapingResult[];
}

export const TRANSACTIONS_PER_MESSAGE_MAX = 200;

/**
 * Stores the new states, logs the effects and publishes both, in four statements for any number of rows. Each document
 * is serialized once, for its row and for its message.
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
  await upsertShaped(tx, [...rows.values()]);
  const logged = await saveRuleLogs(tx, batches.flatMap(toLogDrafts));
  await appendToOutbox(tx, [...events, ...logged.events]);
}

function toRow({ accountId, userId }: ShapedBatch, { transaction, effects }: ShapingResult): NewRow {
  return {
    accountId,
    userId,
    transaction,
    raw: JSON.stringify(transaction.raw),
    shaped: transaction.shaped === null ? 'null' : JSON.stringify(transaction.shaped),
    outputs: JSON.stringify(transaction.outputs),
    effects: JSON.stringify(effects),
    categoryId: categoryOf(transaction) ?? '',
  };
}

/** Returns the category that the transaction shows, to its account or else to a link; a removed one shows none. */
function categoryOf({ removed, raw, shaped, outputs }: ShapedTransaction): string | undefined {
  if (removed) return undefined;
  const own = (shaped ?? raw).category_id;
  return own ?? outputs.find(({ document }) => document?.category_id)?.document?.category_id;
}

/** Returns the transaction's JSON for a message, joined from the JSON of its parts. */
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

/** Returns the new states as far as a reply can hold them, so that the caller reads its own writes. */
export function shapedForReply(batches: readonly ShapedBatch[]): EventPayload<typeof TransactionShapedV1>[] {
  const fits = roomOfReply();
  return batches.flatMap(({ accountId, userId, cause, results }) => {
    const transactions = results.map(({ transaction }) => transaction).filter(fits);
    return transactions.length > 0 ? [{ financialAccountId: accountId, userId, cause, transactions }] : [];
  });
}
