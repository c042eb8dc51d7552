import { AccountProfile } from '../../providers/provider.port';
import { Allowance } from '../../providers/metering/allowances';

/** An account from a provider's current response. */
export interface DiscoveredAccount {
  readonly externalId: string;
  readonly profile: AccountProfile;
  /** Whether the institution sent its details this time. */
  readonly detailsRead: boolean;
  /** The allowance that remained after the calls; null if no call was made. */
  readonly detailsAllowance: Allowance | null;
}

/** A known account of the same user. */
export interface KnownAccount {
  readonly id: number;
  readonly externalId: string;
  readonly institutionId: number;
  readonly profile: AccountProfile;
}

/**
 * Finds the row of an account that appears under another consent, by evidence in order of strength: the provider's id,
 * the institution's own id, IBAN and currency, BBAN or sort code, masked number. Evidence that fits several accounts is
 * ignored. Names are no evidence.
 */
export function findKnownAccount(
  account: DiscoveredAccount,
  institutionId: number,
  known: readonly KnownAccount[],
): KnownAccount | null {
  const { profile } = account;
  const byEvidence: ((other: KnownAccount) => boolean)[] = [
    (other) => other.externalId === account.externalId,
    (other) => other.institutionId === institutionId && same(profile.resource_id, other.profile.resource_id),
    (other) => same(profile.iban, other.profile.iban) && sameCurrency(profile, other.profile),
    (other) =>
      !differs(profile.iban, other.profile.iban) &&
      (same(profile.bban, other.profile.bban) || same(profile.scan, other.profile.scan)) &&
      sameCurrency(profile, other.profile),
    (other) =>
      other.institutionId === institutionId &&
      !differs(profile.iban, other.profile.iban) &&
      same(profile.account_number_masked, other.profile.account_number_masked) &&
      sameCurrency(profile, other.profile),
  ];
  for (const matches of byEvidence) {
    const found = known.filter(matches);
    if (found.length === 1) return found[0] ?? null;
  }
  return null;
}

/**
 * Returns the strongest identification of a new account. It is unique per user, so that two simultaneous discoveries
 * create one row.
 */
export function identityKeyOf(account: DiscoveredAccount, institutionId: number): string {
  const { resource_id, iban, bban, currency } = account.profile;
  if (resource_id !== null) return `resource:${institutionId}:${resource_id}`;
  // Accounts with the same number differ in their currency, so without a currency the number is not enough.
  if (iban !== null && currency !== null) return `iban:${iban}:${currency}`;
  if (bban !== null && currency !== null) return `bban:${institutionId}:${bban}:${currency}`;
  return `provider:${account.externalId}`;
}

function same(a: string | null, b: string | null): boolean {
  return a !== null && a === b;
}

/** Returns whether both values are known and differ. */
function differs(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a !== b;
}

export function sameCurrency(a: AccountProfile, b: AccountProfile): boolean {
  return !differs(a.currency, b.currency);
}
