import { ProviderCapabilities } from '../provider.port';

/** Institutions do not report the length of their history: this much is requested, and a refusal ends it. */
export const HISTORY_DAYS = 730;
/** The duration of a consent in days if the institution does not state it; from the rules of the EEA. */
export const ACCESS_DAYS_DEFAULT = 180;

export const PROVIDER_B_CAPABILITIES: ProviderCapabilities = {
  style: 'window',
  maxWindowDays: 90,
  pendingTransactions: true,
  linksPendingToBooked: false,
  balances: true,
  holdings: false,
  reauthorization: true,
  dailyCallsAssumed: 4,
  metered: ['details', 'balances', 'transactions'],
  // A further page belongs to the counted access of the first one.
  pagesMetered: false,
  reportsAllowance: false,
  attendedCallsFree: true,
};
