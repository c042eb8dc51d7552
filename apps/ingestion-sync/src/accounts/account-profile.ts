import { AccountProfile } from '../providers/provider.port';

export const EMPTY_PROFILE: AccountProfile = {
  resource_id: null,
  institution_id: null,
  iban: null,
  bban: null,
  scan: null,
  bic: null,
  msisdn: null,
  account_number_masked: null,
  currency: null,
  owner_name: null,
  owner_address: null,
  name: null,
  display_name: null,
  product_name: null,
  cash_account_type: null,
  account_usage: null,
  linked_accounts: null,
  details: null,
  account_category: null,
  raw_type: null,
  meta: null,
};

/**
 * Returns the new values, and the known ones where the response has none: one response without an IBAN does not delete
 * it.
 */
export function mergeProfile(known: AccountProfile, provided: AccountProfile): AccountProfile {
  const members = Object.entries(provided).filter(([, value]) => value !== null);
  return { ...known, ...(Object.fromEntries(members) as Partial<AccountProfile>) };
}
