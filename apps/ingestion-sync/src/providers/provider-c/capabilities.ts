import { ProviderCapabilities } from '../provider.port';

/** A connection stays open until the broker closes it; the interface wants a number of days all the same. */
export const ACCESS_DAYS = 3650;
/** Brokers give what they have, often all since the account was opened. */
export const HISTORY_DAYS = 3650;

export const PROVIDER_C_CAPABILITIES: ProviderCapabilities = {
  style: 'window',
  maxWindowDays: 90,
  pendingTransactions: false,
  linksPendingToBooked: false,
  balances: true,
  holdings: true,
  reauthorization: true,
  // Counted by the minute and not by the day: this only keeps a mistake of ours from becoming a flood.
  dailyCallsAssumed: 240,
  metered: ['details', 'balances', 'holdings', 'transactions'],
  pagesMetered: false,
  reportsAllowance: true,
  attendedCallsFree: false,
};
