import { BalanceDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { bookedBalance, BookedBalance, reconcile, StoredReconciliation } from './reconciliation';

/** An account whose balances and transactions were both read whole in one sync. */
export interface ReconcilableAccount {
  readonly id: number;
  readonly currency: string | null;
  readonly last: StoredReconciliation | null;
  readonly balances: readonly BalanceDocument[];
  /** The first day of what each sync reads. */
  readonly floor: string;
}

interface Sums {
  account_id: number;
  from_last_floor: string;
  from_floor: string;
}

type Held = ReconcilableAccount & { readonly balance: BookedBalance };

/** Reconciles many accounts in two statements, and returns what is now kept of each. */
export async function reconcileAccounts(
  tx: Tx,
  accounts: readonly ReconcilableAccount[],
  at: string,
): Promise<Map<number, StoredReconciliation>> {
  const held = accounts.flatMap((account): Held[] => {
    const balance = bookedBalance(account.balances, account.currency);
    return balance ? [{ ...account, balance }] : [];
  });
  if (held.length === 0) return new Map();
  const sums = await bookedSums(tx, held);
  const kept = new Map(
    held.map(({ id, last, balance, floor }) => {
      const reading = {
        balance,
        floor,
        at,
        bookedFromLastFloor: sums.get(id)?.from_last_floor ?? '0',
        bookedFromFloor: sums.get(id)?.from_floor ?? '0',
      };
      return [id, reconcile(last, reading)];
    }),
  );
  await save(tx, kept);
  return kept;
}

/**
 * As the provider reports them: what a user added, changed or removed did not happen at the institution. What may be another row
 * is counted once it is decided that there are two.
 */
async function bookedSums(tx: Tx, held: readonly Held[]): Promise<Map<number, Sums>> {
  const records = held.map(({ id, last, balance, floor }) => ({
    account_id: id,
    last_floor: last?.floor ?? floor,
    floor,
    until: balance.until,
    currency: balance.currency,
  }));
  const rows = await tx.query<Sums>(SUMS, [JSON.stringify(records)]);
  return new Map(rows.map((row) => [row.account_id, row]));
}

/** Account by account: joined as one set, the whole table would be read while the planner knows little of it. */
const SUMS = `
  select i.account_id, coalesce(s.from_last_floor, 0)::text as from_last_floor,
         coalesce(s.from_floor, 0)::text as from_floor
    from jsonb_to_recordset($1::jsonb)
           as i(account_id bigint, last_floor date, floor date, until date, currency text),
         lateral (
           select sum(amount) filter (where booking_date is null or booking_date >= i.last_floor) as from_last_floor,
                  sum(amount) filter (where booking_date is null or booking_date >= i.floor) as from_floor
             from (select t.booking_date, (coalesce(t.provider_document, t.document)->>'amount')::numeric as amount
                     from transactions t
                    where t.account_id = i.account_id and t.booked and t.state in ('LIVE', 'DELETED')
                      and t.origin <> 'USER' and not t.under_review
                      and (t.booking_date is null
                           or t.booking_date between least(i.last_floor, i.floor) and coalesce(i.until, 'infinity'))
                      and coalesce(t.provider_document, t.document)->>'currency' = i.currency) booked
         ) s`;

async function save(tx: Tx, kept: ReadonlyMap<number, StoredReconciliation>): Promise<void> {
  const records = [...kept].map(([id, reconciliation]) => ({ id, reconciliation }));
  await tx.execute(
    `update financial_accounts a set reconciliation = r.reconciliation
       from jsonb_to_recordset($1::jsonb) as r(id bigint, reconciliation jsonb)
      where a.id = r.id`,
    [JSON.stringify(records)],
  );
}
