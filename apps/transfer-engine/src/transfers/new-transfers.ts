import { traceHeaders } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { importId } from '../destinations/import-id';
import { statusOf, TransferState } from './transfer';
import { LoggedTransfer } from './transfer-logged';
import { LinkWish } from './wishes';

const ROWS_PER_STATEMENT = 2000;
const NO_DATE = 'The transaction has no date.';

/** What was new. */
export interface Inserted {
  /** Whether the wish has been dealt with: it was new, or there is nothing to be done for it. */
  knows(wish: LinkWish): boolean;
  readonly logged: LoggedTransfer[];
}

interface InsertedRow {
  readonly id: number;
  readonly link_id: number;
  readonly transaction_id: number;
}

/**
 * Writes transfers for what the links see for the first time: nearly everything, so it is tried first and what exists
 * already is left to be planned anew. A removed or skipped transaction leaves a row too: an older message that comes
 * again must not bring it back.
 */
export async function insertNewTransfers(tx: Tx, wishes: readonly LinkWish[]): Promise<Inserted> {
  const due = wishes.filter((wish) => !wish.beforeStart);
  const known = new Set<LinkWish>();
  const logged: LoggedTransfer[] = [];
  for (let from = 0; from < due.length; from += ROWS_PER_STATEMENT) {
    const part = due.slice(from, from + ROWS_PER_STATEMENT);
    const rows = await insert(tx, part);
    if (rows.length === 0) continue;
    const inserted = new Map(rows.map((row) => [`${row.transaction_id}/${row.link_id}`, row.id]));
    for (const wish of part) {
      const id = inserted.get(`${wish.transactionId}/${wish.link.id}`);
      if (id === undefined) continue;
      known.add(wish);
      logged.push(...toLogged(wish, id));
    }
  }
  return { knows: (wish) => known.has(wish), logged };
}

/** The state that a transfer begins with. */
export function firstState({ wish }: LinkWish): TransferState {
  if (wish.kind !== 'carry') return 'SKIPPED';
  return wish.content.date === null ? 'FAILED' : 'PENDING';
}

function insert(tx: Tx, wishes: readonly LinkWish[]): Promise<InsertedRow[]> {
  const traces = new Map<LinkWish['trace'], string | null>();
  const traceOf = (trace: LinkWish['trace']): string | null => {
    let text = traces.get(trace);
    if (text === undefined) traces.set(trace, (text = traceHeaders(trace).traceparent ?? null));
    return text;
  };
  return tx.query<InsertedRow>(
    `insert into transfers (link_id, destination_id, transaction_id, account_id, user_id, unit_id, state, operation,
                            shaped_version, content, import_id, due_at, last_error, trace)
     select link_id, destination_id, transaction_id, account_id, user_id, unit_id, state,
            case wish when 'carry' then 'CREATE' when 'remove' then 'DELETE' end, shaped_version, content::jsonb,
            import_id, greatest(now(), date::date at time zone 'UTC'), error, trace
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[],
                   $8::text[], $9::bigint[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[])
            as row(link_id, destination_id, transaction_id, account_id, user_id, unit_id, state, wish,
                   shaped_version, content, import_id, date, error, trace)
     on conflict (transaction_id, link_id, destination_id) do nothing
     returning id, link_id, transaction_id`,
    [
      wishes.map(({ link }) => link.id),
      wishes.map(({ link }) => link.destinationId),
      wishes.map(({ transactionId }) => transactionId),
      wishes.map(({ link }) => link.accountId),
      wishes.map(({ link }) => link.userId),
      wishes.map(({ link }) => link.unitId),
      wishes.map(firstState),
      wishes.map(({ wish }) => wish.kind),
      wishes.map(({ shapedVersion }) => shapedVersion),
      wishes.map(({ wish }) => (wish.kind === 'carry' ? JSON.stringify(wish.content) : null)),
      wishes.map(({ link, transactionId }) => importId(link.id, link.destinationId, transactionId)),
      wishes.map(({ wish }) => (wish.kind === 'carry' ? wish.content.date : null)),
      wishes.map((wish) => (firstState(wish) === 'FAILED' ? NO_DATE : null)),
      wishes.map(({ trace }) => traceOf(trace)),
    ],
  );
}

/** Others hear of what will not be sent; of what will be, once it was. */
function toLogged(wish: LinkWish, transferId: number): LoggedTransfer[] {
  const state = firstState(wish);
  if (state === 'PENDING') return [];
  const { link, transactionId, trace } = wish;
  const entry = {
    transferId,
    version: 1,
    transferLinkId: link.id,
    transactionId,
    status: statusOf(state),
    attempt: null,
  };
  return [{ accountId: link.accountId, userId: link.userId, trace, entry }];
}
