import { EventPayload, TransferPairDocument, TransferPairUpsertedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { daysBetween } from '../../providers/mapping/calendar';

export interface TransferPairRow {
  readonly id: number;
  readonly user_id: number;
  readonly version: number;
  readonly status: TransferPairDocument['status'];
  readonly origin: TransferPairDocument['origin'];
  readonly outgoing_transaction_id: number;
  readonly outgoing_account_id: number;
  readonly outgoing_day: string;
  readonly incoming_transaction_id: number;
  readonly incoming_account_id: number;
  readonly incoming_day: string;
  readonly amount: string;
  readonly currency: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** A pair as the rest of the system speaks of it. */
export function toTransferPair(row: TransferPairRow): EventPayload<typeof TransferPairUpsertedV1> {
  return {
    id: row.id,
    version: row.version,
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    document: {
      status: row.status,
      origin: row.origin,
      amount: row.amount,
      currency: row.currency,
      days: Math.abs(daysBetween(row.outgoing_day, row.incoming_day)),
      outgoing: {
        transaction_id: row.outgoing_transaction_id,
        financial_account_id: row.outgoing_account_id,
        date: row.outgoing_day,
      },
      incoming: {
        transaction_id: row.incoming_transaction_id,
        financial_account_id: row.incoming_account_id,
        date: row.incoming_day,
      },
    },
  };
}

export function transferPairEvents(rows: readonly TransferPairRow[]): OutgoingEvent[] {
  return rows.map((row) => event(TransferPairUpsertedV1, row.id, toTransferPair(row)));
}

/** One at a time proposes and decides on a user's pairs. */
export async function lockPairs(tx: Tx, userId: number): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('transfer-pairs:' || $1, 0))`, [userId]);
}

/**
 * Stores pairs of two transactions each, with what these say now. Of two that were a pair before, that pair goes on.
 * A rejected pair stays rejected, unless the user says otherwise.
 */
export function savePairs(
  tx: Tx,
  pairs: readonly { readonly outgoingId: number; readonly incomingId: number }[],
  { status, origin }: Pick<TransferPairRow, 'status' | 'origin'>,
): Promise<TransferPairRow[]> {
  return tx.query<TransferPairRow>(
    `insert into transfer_pairs as p (user_id, status, origin, outgoing_transaction_id, outgoing_account_id, outgoing_day,
                                      incoming_transaction_id, incoming_account_id, incoming_day, amount, currency)
     select a.user_id, $3::text, $4::text, o.id, o.account_id, coalesce(o.day, o.created_at::date), i.id, i.account_id,
            coalesce(i.day, i.created_at::date), i.document->>'amount', i.document->>'currency'
       from unnest($1::bigint[], $2::bigint[]) as r(outgoing_id, incoming_id)
       join transactions o on o.id = r.outgoing_id
       join transactions i on i.id = r.incoming_id
       join financial_accounts a on a.id = o.account_id
      order by o.id
     on conflict (outgoing_transaction_id, incoming_transaction_id) do update
        set status = excluded.status, outgoing_day = excluded.outgoing_day, incoming_day = excluded.incoming_day,
            amount = excluded.amount, currency = excluded.currency, version = p.version + 1, updated_at = now()
      where p.status = 'ENDED' or excluded.status = 'CONFIRMED'
     returning *`,
    [pairs.map(({ outgoingId }) => outgoingId), pairs.map(({ incomingId }) => incomingId), status, origin],
  );
}

/** Moves pairs to another status. */
export async function movePairs(
  tx: Tx,
  ids: readonly number[],
  status: TransferPairRow['status'],
): Promise<TransferPairRow[]> {
  if (ids.length === 0) return [];
  return tx.query<TransferPairRow>(
    `update transfer_pairs set status = $2, version = version + 1, updated_at = now()
      where id = any($1::bigint[]) returning *`,
    [ids, status],
  );
}
