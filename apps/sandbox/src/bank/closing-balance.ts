import type { BerkaRow } from './berka-files';
import { centsFromText } from './cents';

/** The bank rounds interest to a tenth, so that balance and amounts of neighbours differ by as much. */
const ROUNDING_CENTS = 50n;

/**
 * The balance after an account's last transaction, in hundredths. The file does not keep the order of booking within
 * a day: the day's last transaction is the one from whose balance no other one starts.
 */
export function closingBalanceCents(rows: readonly BerkaRow[]): bigint {
  const lastDate = rows.reduce((latest, row) => (row.date > latest ? row.date : latest), '');
  const day = rows
    .filter((row) => row.date === lastDate)
    .map((row) => ({ after: centsFromText(row.balance), amount: centsFromText(row.amount) }));
  const last = day.find((row) => !day.some((other) => other !== row && startsFrom(other, row.after)));
  return (last ?? day[day.length - 1])?.after ?? 0n;
}

function startsFrom(row: { readonly after: bigint; readonly amount: bigint }, balance: bigint): boolean {
  const difference = row.after - row.amount - balance;
  return difference <= ROUNDING_CENTS && difference >= -ROUNDING_CENTS;
}
