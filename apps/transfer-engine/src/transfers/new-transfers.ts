import { addAll } from '@tributary/contracts';
import { traceHeaders } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { importId } from '../destinations/import-id';
import { plainArray, textArray } from './array-parameters';
import { TransferState } from './transfer';
import { LoggedTransfer, toEntry } from './transfer-logged';
import { RequestedTransfer } from './requested-transfers';

const ROWS_PER_STATEMENT = 2000;
const NO_DATE = 'The transaction has no date.';

/** The result of an attempt. */
export interface Inserted {
  /** Those among which are transfers that exist already. */
  readonly left: readonly RequestedTransfer[];
  readonly logged: readonly LoggedTransfer[];
}

/**
 * Writes transfers for what the links see for the first time: nearly everything, so it is tried first, and where some
 * of a statement's rows exist already, all of them are left to be planned again (what was just written is not newer than
 * itself). A removed or skipped transaction leaves a row too: an older message that comes again must not bring it back.
 */
export async function insertNewTransfers(tx: Tx, requested: readonly RequestedTransfer[]): Promise<Inserted> {
  const left = requested.filter((change) => change.beforeStart);
  const due = requested.filter((change) => !change.beforeStart);
  const logged: LoggedTransfer[] = [];
  for (let from = 0; from < due.length; from += ROWS_PER_STATEMENT) {
    const part = due.slice(from, from + ROWS_PER_STATEMENT);
    const { count, ended } = await insert(tx, part);
    if (count < part.length) addAll(left, part);
    const byKey = new Map(part.map((change) => [`${change.transactionId}/${change.link.id}`, change]));
    for (const row of ended) {
      const change = byKey.get(`${row.transactionId}/${row.linkId}`);
      if (change) logged.push(toLogged(change, row.id));
    }
  }
  return { left, logged };
}

/** The state that a transfer begins with. */
export function firstState({ change }: RequestedTransfer): TransferState {
  if (change.kind === 'wait') return 'HELD';
  if (change.kind !== 'carry') return 'SKIPPED';
  return change.content.date === null ? 'FAILED' : 'PENDING';
}

interface InsertResult {
  /** How many rows were new. */
  readonly count: number;
  /** Those of them that will not be sent. */
  readonly ended: readonly { readonly id: number; readonly linkId: number; readonly transactionId: number }[];
}

async function insert(tx: Tx, requested: readonly RequestedTransfer[]): Promise<InsertResult> {
  const [result] = await tx.queryPrepared<InsertResult>(
    `with inserted as (
       insert into transfers (link_id, destination_id, transaction_id, account_id, user_id, unit_id, state, operation,
                              shaped_version, content, import_id, due_at, last_error, trace,
                              waits_for_currency)
       select link_id, destination_id, transaction_id, account_id, user_id, unit_id, state,
              case when change in ('carry', 'wait') then 'CREATE' when change = 'remove' then 'DELETE' end, shaped_version,
              nullif(content, 'null'), import_id, greatest(now(), date::date at time zone 'UTC'), error, trace,
              change = 'wait'
         from rows from (
                unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[],
                       $7::text[], $8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[]),
                jsonb_array_elements($14::jsonb))
              as row(link_id, destination_id, transaction_id, account_id, user_id, unit_id, state, change,
                     shaped_version, import_id, date, error, trace, content)
       on conflict (transaction_id, link_id, destination_id) do nothing
       returning id, link_id, transaction_id, state
     )
     select count(*)::int as count,
            coalesce(json_agg(json_build_object('id', id, 'linkId', link_id, 'transactionId', transaction_id))
                       filter (where state not in ('PENDING', 'HELD')), '[]') as ended
       from inserted`,
    columns(requested),
  );
  return result ?? { count: 0, ended: [] };
}

function columns(requested: readonly RequestedTransfer[]): string[] {
  const traces = new Map<RequestedTransfer['trace'], string | null>();
  const traceOf = (trace: RequestedTransfer['trace']): string | null => {
    let text = traces.get(trace);
    if (text === undefined) traces.set(trace, (text = traceHeaders(trace).traceparent ?? null));
    return text;
  };
  const contents = requested.map(({ change }) => ('content' in change ? change.content : null));
  const states = requested.map(firstState);
  return [
    plainArray(requested.map(({ link }) => link.id)),
    plainArray(requested.map(({ link }) => link.destinationId)),
    plainArray(requested.map(({ transactionId }) => transactionId)),
    plainArray(requested.map(({ link }) => link.accountId)),
    plainArray(requested.map(({ link }) => link.userId)),
    plainArray(requested.map(({ link }) => link.unitId)),
    textArray(states),
    textArray(requested.map(({ change }) => change.kind)),
    plainArray(requested.map(({ shapedVersion }) => shapedVersion)),
    textArray(
      requested.map(({ link, transactionId }) => importId(link.id, link.destinationId, transactionId)),
    ),
    textArray(contents.map((content) => content?.date)),
    textArray(states.map((state) => (state === 'FAILED' ? NO_DATE : null))),
    textArray(requested.map(({ trace }) => traceOf(trace))),
    JSON.stringify(contents),
  ];
}

/** Skipped transfers are published now, others after they were sent. */
function toLogged(change: RequestedTransfer, transferId: number): LoggedTransfer {
  const { link, transactionId, trace } = change;
  const entry = toEntry({
    id: transferId,
    version: 1,
    linkId: link.id,
    transactionId,
    state: firstState(change),
    endedBy: null,
    destinationTransactionId: null,
    maybeSent: false,
    changedThere: [],
    lockedThere: false,
  });
  return { accountId: link.accountId, userId: link.userId, trace, entry };
}
