import { ProviderCapabilities } from '../provider.port';

/** A connection stays open until the broker closes it; the interface requires a number of days nevertheless. */
export const ACCESS_DAYS = 3650;
/** Brokers return all available history, often since the account was opened. */
export const HISTORY_DAYS = 3650;

export const PROVIDER_C_CAPABILITIES: ProviderCapabilities = {
  style: 'window',
  maxWindowDays: 90,
  pendingTransactions: false,
  linksPendingToBooked: false,
  balances: true,
  holdings: true,
  reauthorization: true,
  // PROVIDER_C counts by the minute and not by the day; this limit only prevents a flood of calls by an error.
  dailyCallsAssumed: 240,
  metered: ['details', 'balances', 'holdings', 'transactions'],
  pagesMetered: false,
  reportsAllowance: true,
  attendedCallsFree: false,
};
