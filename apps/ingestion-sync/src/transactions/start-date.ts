import { AccountConfig } from '@tributary/contracts';
import { ProviderTransaction } from '../providers/provider.port';

/** Some institutions send rows from before the requested day; a user's start date applies nevertheless. */
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
