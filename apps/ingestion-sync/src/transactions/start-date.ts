import { AccountConfig } from '@tributary/contracts';
import { ProviderTransaction } from '../providers/provider.port';

/** Some institutions send rows from before the day that was asked for; a user's start date holds all the same. */
export function withoutTooOld(
  transactions: readonly ProviderTransaction[],
  { sync_start_date: start }: AccountConfig,
): readonly ProviderTransaction[] {
  if (start === null) return transactions;
  return transactions.filter(({ document }) => {
    const day = document.booking_date ?? document.value_date;
    return day === null || day >= start;
  });
}
