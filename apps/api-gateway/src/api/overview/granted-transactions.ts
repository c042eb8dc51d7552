import { Filter } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { SqlParameters } from '../../rest/lists/sql-parameters';
import { Period } from './period';
import { ownTransfers } from '../../model/stores/transactions.store';

/** SQL: the day of `transactions t`, by which sums are made. The index `transactions_by_day` has it, in these words. */
export const DAY = `coalesce(t.booking_date, t.value_date, (t.created_at at time zone 'UTC')::date)`;

/** SQL on `transactions t`: booked ones of the period that the token may read, without transfers between own accounts. */
export function flowCondition(
  parameters: SqlParameters,
  access: Access,
  filters: readonly Filter[],
  { from, until }: Period,
): string {
  const own = ownTransfers(`${parameters.add(access.userId)}::bigint`);
  return [
    ofGrantedAccounts(parameters, access, 't'),
    't.counts',
    't.booked',
    // A transaction under review may be a duplicate, so no sum includes it before somebody decides.
    'not t.under_review',
    `${DAY} between ${parameters.add(from)}::date and ${parameters.add(until)}::date`,
    `t.id not in (${own})`,
    ...chosen(parameters, filters, { account: 't.account_id', currency: 't.currency' }),
  ].join(' and ');
}

/** The conditions of the filters by account and currency. */
export function chosen(
  parameters: SqlParameters,
  filters: readonly Filter[],
  { account, currency }: { readonly account: string; readonly currency: string },
): string[] {
  return filters.flatMap(({ name, values }) => {
    if (name === 'financial_account_id') return [`${account} = any(${parameters.ids(values)})`];
    return name === 'currency' ? [`${currency} = any(${parameters.texts(values)})`] : [];
  });
}
