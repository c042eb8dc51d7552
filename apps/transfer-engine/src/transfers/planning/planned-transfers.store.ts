import { Tx } from '@tributary/persistence';
import { traceHeaders } from '@tributary/messaging';
import { importId } from '../../destinations/import-id';
import { plainArray, textArray } from '../array-parameters';
import { joinLinks, LINK_CARRIES } from '../carrying-links.store';
import { Transfer, TransferState } from '../transfer';
import { RequestedTransfer } from './requested-transfers';

/** The initial state of a new transfer; `error` is the reason if it failed at once, else null. */
export interface FirstState {
  readonly state: TransferState;
  readonly error: string | null;
}

/** The result of an insertion. */
export interface InsertResult {
  /** Number of inserted rows. */
  readonly count: number;
  /** The inserted transfers that will not be sent. */
  readonly ended: readonly { readonly id: number; readonly linkId: number; readonly transactionId: number }[];
}

/**
 * Inserts transfers for links that have none for the transaction.
 * @param states their initial states, in the same order
 */
export async function insertTransfers(
  tx: Tx,
  requested: readonly RequestedTransfer[],
  states: readonly FirstState[],
): Promise<InsertResult> {
  const [result] = await tx.queryPrepared<InsertResult>(
    `with inserted as (
       insert into transfers (link_id, destination_id, transaction_id, account_id, user_id, unit_id, state, operation,
                              shaped_version, content, import_id, due_at, last_error, trace,
                              waits_for_currency, unmapped_category)
       select link_id, destination_id, transaction_id, account_id, user_id, unit_id, state,
              case when change in ('carry', 'wait') then 'CREATE' when change = 'remove' then 'DELETE' end, shaped_version,
              nullif(content, 'null'), import_id, greatest(now(), date::date at time zone 'UTC'), error, trace,
              change = 'wait', unmapped
         from rows from (
                unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                       $7::text[], $8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[]),
                jsonb_array_elements($15::jsonb))
              as row(link_id, destination_id, transaction_id, account_id, user_id, unit_id, state, change,
                     shaped_version, import_id, date, error, trace, unmapped, content)
       on conflict (transaction_id, link_id, destination_id) do nothing
       returning id, link_id, transaction_id, state
     )
     select count(*)::int as count,
            coalesce(json_agg(json_build_object('id', id, 'linkId', link_id, 'transactionId', transaction_id))
                       filter (where state not in ('PENDING', 'HELD')), '[]') as ended
       from inserted`,
    columns(requested, states),
  );
  return result ?? { count: 0, ended: [] };
}

function columns(requested: readonly RequestedTransfer[], states: readonly FirstState[]): string[] {
  const traces = new Map<RequestedTransfer['trace'], string | null>();
  const traceOf = (trace: RequestedTransfer['trace']): string | null => {
    let text = traces.get(trace);
    if (text === undefined) traces.set(trace, (text = traceHeaders(trace).traceparent ?? null));
    return text;
  };
  const contents = requested.map(({ change }) => ('content' in change ? change.content : null));
  return [
    plainArray(requested.map(({ link }) => link.id)),
    plainArray(requested.map(({ link }) => link.destinationId)),
    plainArray(requested.map(({ transactionId }) => transactionId)),
    plainArray(requested.map(({ link }) => link.accountId)),
    plainArray(requested.map(({ link }) => link.userId)),
    plainArray(requested.map(({ link }) => link.unitId)),
    textArray(states.map(({ state }) => state)),
    textArray(requested.map(({ change }) => change.kind)),
    plainArray(requested.map(({ shapedVersion }) => shapedVersion)),
    textArray(
      requested.map(({ link, transactionId }) => importId(link.id, link.destinationId, transactionId)),
    ),
    textArray(contents.map((content) => content?.date)),
    textArray(states.map(({ error }) => error)),
    textArray(requested.map(({ trace }) => traceOf(trace))),
    textArray(requested.map(({ unmappedCategory }) => unmappedCategory)),
    JSON.stringify(contents),
  ];
}

/** A transfer that may be planned again. */
export interface PlannedRow extends Transfer {
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

/**
 * Returns the transfers of the transactions on these links, and of the removed transactions on all links, if the link
 * still connects the transfer's account and target. They are locked until the transaction ends, in the order of their
 * ids, so that two transactions cannot deadlock.
 */
export function lockPlanned(
  tx: Tx,
  {
    transactionIds,
    linkIds,
    removedIds,
  }: Readonly<Record<'transactionIds' | 'linkIds' | 'removedIds', readonly number[]>>,
): Promise<PlannedRow[]> {
  return tx.query<PlannedRow>(
    `select t.id, t.version, t.link_id as "linkId", t.transaction_id as "transactionId",
            t.account_id as "accountId", t.user_id as "userId", t.shaped_version as "shapedVersion",
            t.state, t.operation, t.content, t.sent_content as "sentContent", t.maybe_sent as "maybeSent",
            t.destination_transaction_id as "destinationTransactionId", t.ended_by as "endedBy", t.generation,
            t.waits_for_currency as "waitsForCurrency",
            t.destination_id as "destinationId", coalesce(t.changed_there, '{}') as "changedThere",
            t.locked_there as "lockedThere",
            ${LINK_CARRIES} as "linkCarries"
       from transfers t ${joinLinks('t.link_id')}
      where t.transaction_id = any($1) and (t.link_id = any($2) or t.transaction_id = any($3))
        and l.destination_id = t.destination_id and l.financial_account_id = t.account_id and not l.deleted
      order by t.id for update of t`,
    [transactionIds, linkIds, removedIds],
  );
}

/** A transfer that was planned again. */
export interface ReplannedRow extends PlannedRow {
  readonly dueDate: string | null;
  /** The trace of the event that caused it. */
  readonly trace: RequestedTransfer['trace'];
  readonly unmappedCategory: string | null;
  /** Whether more changed than the transaction's known version. */
  readonly changes: boolean;
}

/** Saves locked transfers. */
export async function savePlanned(tx: Tx, rows: readonly ReplannedRow[]): Promise<void> {
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
    unmapped_category: row.unmappedCategory,
    import_id: importId(row.linkId, row.destinationId, row.transactionId, row.generation),
  }));
  await tx.execute(
    `update transfers t
        set version = n.version, shaped_version = n.shaped_version, state = n.state, operation = n.operation,
            content = n.content, sent_content = n.sent_content, ended_by = n.ended_by,
            maybe_sent = n.maybe_sent, destination_transaction_id = n.destination_transaction_id,
            import_id = case when n.generation = t.generation then t.import_id else n.import_id end,
            generation = n.generation, waits_for_currency = n.waits_for_currency,
            unmapped_category = n.unmapped_category,
            trace = case when n.changes then n.trace else t.trace end,
            attempts = case when n.changes then 0 else t.attempts end,
            due_at = case when n.changes then greatest(now(), n.due_date::date at time zone 'UTC') else t.due_at end,
            last_error = case when n.changes then null else t.last_error end
       from jsonb_to_recordset($1) as n(id bigint, version bigint, shaped_version bigint, state text, operation text,
              content jsonb, sent_content jsonb, due_date text, trace text, changes boolean, ended_by text,
              maybe_sent boolean, destination_transaction_id text, generation integer, import_id text,
              waits_for_currency boolean, unmapped_category text)
      where t.id = n.id`,
    [JSON.stringify(records)],
  );
}
