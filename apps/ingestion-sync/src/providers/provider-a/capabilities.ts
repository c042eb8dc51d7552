import { ProviderCapabilities } from '../provider.port';

/** Longest consent that the rules of the EEA allow, in days. */
export const ACCESS_DAYS_MAX = 180;
/** Days that institutions grant if they refuse a longer consent; the published default. */
export const CONSENT_DAYS_FALLBACK = 90;

export const PROVIDER_A_CAPABILITIES: ProviderCapabilities = {
  style: 'window',
  maxWindowDays: 90,
  pendingTransactions: true,
  linksPendingToBooked: false,
  balances: true,
  holdings: false,
  reauthorization: true,
  dailyCallsAssumed: 4,
  metered: ['details', 'balances', 'transactions'],
  pagesMetered: true,
  reportsAllowance: true,
  attendedCallsFree: false,
};
