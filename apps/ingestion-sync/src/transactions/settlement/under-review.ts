import { Tx } from '@tributary/persistence';
import { WrittenRow } from '../write-transactions';
import { SettlementRow } from './write-settlements';

/** A transaction with its account. */
interface OfAccount {
  readonly id: number;
  readonly accountId: number;
}

/** Reviews that were closed or opened again, and transactions that count from now on. */
export interface ReviewChanges {
  readonly settlements: readonly SettlementRow[];
  readonly released: readonly WrittenRow[];
}

const NOTHING: ReviewChanges = { settlements: [], released: [] };

/**
 * Closes the open reviews of two booked rows of which one is gone, or is another transaction now: the other one, if it was under
 * review, is a transaction like any other.
 */
export async function closeDuplicateReviews(tx: Tx, gone: readonly OfAccount[]): Promise<ReviewChanges> {
  if (gone.length === 0) return NOTHING;
  const settlements = await tx.query<SettlementRow>(
    `update settlements set status = 'SUPERSEDED', version = version + 1, updated_at = now()
      where ${OF_DUPLICATES} and status = 'OPEN' and account_id = any($1::bigint[])
        and (pending_transaction_id = any($2::bigint[]) or booked_transaction_id = any($2::bigint[]))
     returning *`,
    parametersOf(gone),
  );
  const released = await release(
    tx,
    settlements.flatMap(({ pending_transaction_id: id }) => id ?? []),
  );
  return { settlements, released };
}

/**
 * Opens the reviews again that were closed because a row was gone which is back: a row that was under review then, still is.
 * One that has been announced meanwhile stays announced.
 */
export async function reopenDuplicateReviews(tx: Tx, back: readonly OfAccount[]): Promise<SettlementRow[]> {
  if (back.length === 0) return [];
  return tx.query<SettlementRow>(
    `update settlements s set status = 'OPEN', version = s.version + 1, updated_at = now()
       from transactions p, transactions b
      where s.${OF_DUPLICATES} and s.status = 'SUPERSEDED' and s.account_id = any($1::bigint[])
        and (s.pending_transaction_id = any($2::bigint[]) or s.booked_transaction_id = any($2::bigint[]))
        and p.id = s.pending_transaction_id and p.state = 'LIVE'
        and b.id = s.booked_transaction_id and b.state = 'LIVE'
     returning s.*`,
    parametersOf(back),
  );
}

/** Reviews of rows that may be one of two which become one are about the row that stays. */
export async function redirectReviews(
  tx: Tx,
  merged: readonly { readonly keptId: number; readonly otherId: number }[],
): Promise<SettlementRow[]> {
  if (merged.length === 0) return [];
  return tx.query<SettlementRow>(
    `update settlements s
        set booked_transaction_id = m."keptId", version = s.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as m("keptId" bigint, "otherId" bigint), transactions kept
      where s.${OF_DUPLICATES} and s.status = 'OPEN' and s.booked_transaction_id = m."otherId"
        and s.pending_transaction_id <> m."keptId" and kept.id = m."keptId" and s.account_id = kept.account_id
     returning s.*`,
    [JSON.stringify(merged)],
  );
}

/**
 * Lets transactions count that nothing keeps under review any more. What is gone keeps its mark: it was never announced, and
 * comes back as it went. @returns those to be published
 */
export function release(tx: Tx, ids: readonly number[]): Promise<WrittenRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tx.query<WrittenRow>(
    `update transactions t
        set ${WITHOUT_MARK}, version = version + 1, updated_at = now()
      where t.id = any($1::bigint[]) and t.under_review and t.state = 'LIVE'
        and not exists (select from settlements s
                         where s.account_id = t.account_id and s.${OF_DUPLICATES} and s.status = 'OPEN'
                           and s.pending_transaction_id = t.id)
     returning t.id, t.account_id, t.version, t.created_at, t.updated_at, t.document`,
    [ids],
  );
}

/** SQL: takes the mark from a row of `transactions`. */
export const WITHOUT_MARK = `under_review = false, document = document - 'under_review',
            provider_document = provider_document - 'under_review'`;

const OF_DUPLICATES = `origin = 'MATCHED_DUPLICATE'`;

function parametersOf(rows: readonly OfAccount[]): number[][] {
  return [[...new Set(rows.map(({ accountId }) => accountId))], rows.map(({ id }) => id)];
}
