import { ProviderCapabilities } from '../provider.port';

/** Access lasts until the user ends it at the server; the interface wants a number of days all the same. */
export const ACCESS_DAYS = 3650;
/** Servers give what they have; the Bridge has about 90 days. */
export const HISTORY_DAYS = 730;
/** The longest window for which the Bridge responds completely. */
export const WINDOW_DAYS = 60;

export const SIMPLEFIN_CAPABILITIES: ProviderCapabilities = {
  style: 'window',
  maxWindowDays: WINDOW_DAYS,
  pendingTransactions: true,
  linksPendingToBooked: false,
  balances: true,
  holdings: true,
  reauthorization: true,
  // Paces one account's older history. What the server counts is the connection's requests: see request-ledger.ts.
  dailyCallsAssumed: 20,
  metered: ['details', 'balances', 'holdings', 'transactions'],
  pagesMetered: false,
  reportsAllowance: false,
  attendedCallsFree: false,
};
