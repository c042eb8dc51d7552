import { Context } from '@opentelemetry/api';
import { traceHeaders } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { planTransfer, RequestedChange } from './plan-transfer';
import { importId } from '../destinations/import-id';
import { statusOf, Transfer } from './transfer';
import { LoggedTransfer, toEntry } from './transfer-logged';
import { RequestedTransfer, Removal } from './requested-transfers';

interface Row extends Transfer {
  readonly id: number;
  readonly version: number;
  readonly linkId: number;
  readonly destinationId: number;
  readonly transactionId: number;
  readonly changedThere: readonly string[];
  readonly lockedThere: boolean;
  readonly accountId: number;
  readonly userId: number;
  readonly shapedVersion: number;
  readonly linkCarries: boolean;
}

interface Replanned extends Row {
  readonly dueDate: string | null;
  readonly trace: Context;
  readonly changes: boolean;
  readonly wasAnnounced: boolean;
}

/**
 * Plans transfers again that exist already: what is not newer than what they know is ignored, so a message may come any
 * number of times. A removal concerns every link that carried the transaction, also one that is paused.
 */
export async function replanTransfers(
  tx: Tx,
  requested: readonly RequestedTransfer[],
  removals: readonly Removal[],
): Promise<LoggedTransfer[]> {
  if (requested.length === 0 && removals.length === 0) return [];
  const rows = await lockTransfers(tx, requested, removals);
  const byKey = new Map(requested.map((change) => [`${change.transactionId}/${change.link.id}`, change]));
  const removed = new Map(removals.map((removal) => [removal.transactionId, removal]));
  const replanned = rows.flatMap((row): Replanned[] => {
    const newer = byKey.get(`${row.transactionId}/${row.linkId}`) ?? removed.get(row.transactionId);
    if (!newer || newer.shapedVersion <= row.shapedVersion) return [];
    return [replan(row, newer)];
  });
  if (replanned.length > 0) await save(tx, replanned);
  return replanned.filter(isNews).map(toLogged);
}

function replan(row: Row, newer: RequestedTransfer | Removal): Replanned {
  const change: RequestedChange = 'change' in newer ? newer.change : { kind: 'remove' };
  const next = planTransfer(row, change, row.linkCarries ? 'PENDING' : 'HELD');
  return {
    ...row,
    ...next,
    shapedVersion: newer.shapedVersion,
    version: next === null ? row.version : row.version + 1,
    dueDate: 'content' in change ? change.content.date : null,
    trace: newer.trace,
    changes: next !== null,
    wasAnnounced: next !== null && statusOf(next.state) === statusOf(row.state),
  };
}

/** A transfer that goes back to waiting is published once it was sent; what ends here is published now. */
function isNews({ changes, wasAnnounced, state }: Replanned): boolean {
  return changes && !wasAnnounced && state !== 'PENDING' && state !== 'HELD';
}

/** In the order of ids, so that two who lock the same rows cannot wait for each other. */
function lockTransfers(
  tx: Tx,
  requested: readonly RequestedTransfer[],
  removals: readonly Removal[],
): Promise<Row[]> {
  return tx.query<Row>(
    `select t.id, t.version, t.link_id as "linkId", t.transaction_id as "transactionId",
            t.account_id as "accountId", t.user_id as "userId", t.shaped_version as "shapedVersion",
            t.state, t.operation, t.content, t.sent_content as "sentContent", t.maybe_sent as "maybeSent",
            t.destination_transaction_id as "destinationTransactionId", t.ended_by as "endedBy", t.generation,
            t.waits_for_currency as "waitsForCurrency",
            t.destination_id as "destinationId", coalesce(t.changed_there, '{}') as "changedThere",
            t.locked_there as "lockedThere",
            l.active and l.sync_mode <> 'BALANCE' as "linkCarries"
       from transfers t join transfer_links l on l.id = t.link_id
      where t.transaction_id = any($1) and (t.link_id = any($2) or t.transaction_id = any($3))
        and l.destination_id = t.destination_id and l.financial_account_id = t.account_id and not l.deleted
      order by t.id for update of t`,
    [
      [...new Set([...requested, ...removals].map(({ transactionId }) => transactionId))],
      [...new Set(requested.map(({ link }) => link.id))],
      removals.map(({ transactionId }) => transactionId),
    ],
  );
}

async function save(tx: Tx, rows: readonly Replanned[]): Promise<void> {
  const records = rows.map((row) => ({
    id: row.id,
    version: row.version,
    shaped_version: row.shapedVersion,
    state: row.state,
    operation: row.operation,
    content: row.content,
    sent_content: row.sentContent,
    due_date: row.dueDate,
    trace: traceHeaders(row.trace).traceparent ?? null,
    changes: row.changes,
    ended_by: row.endedBy,
    maybe_sent: row.maybeSent,
    destination_transaction_id: row.destinationTransactionId,
    generation: row.generation,
    waits_for_currency: row.waitsForCurrency,
    import_id: importId(row.linkId, row.destinationId, row.transactionId, row.generation),
  }));
  await tx.execute(
    `update transfers t
        set version = n.version, shaped_version = n.shaped_version, state = n.state, operation = n.operation,
            content = n.content, sent_content = n.sent_content, ended_by = n.ended_by,
            maybe_sent = n.maybe_sent, destination_transaction_id = n.destination_transaction_id,
            import_id = case when n.generation = t.generation then t.import_id else n.import_id end,
            generation = n.generation, waits_for_currency = n.waits_for_currency,
            trace = case when n.changes then n.trace else t.trace end,
            attempts = case when n.changes then 0 else t.attempts end,
            due_at = case when n.changes then greatest(now(), n.due_date::date at time zone 'UTC') else t.due_at end,
            last_error = case when n.changes then null else t.last_error end
       from jsonb_to_recordset($1) as n(id bigint, version bigint, shaped_version bigint, state text, operation text,
              content jsonb, sent_content jsonb, due_date text, trace text, changes boolean, ended_by text,
              maybe_sent boolean, destination_transaction_id text, generation integer, import_id text,
              waits_for_currency boolean)
      where t.id = n.id`,
    [JSON.stringify(records)],
  );
}

function toLogged(row: Replanned): LoggedTransfer {
  return {
    accountId: row.accountId,
    userId: row.userId,
    trace: row.trace,
    entry: toEntry(row),
  };
}
