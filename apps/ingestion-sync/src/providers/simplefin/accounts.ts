import { createHash } from 'node:crypto';
import { boundedJson } from '../mapping/document-limits';
import { currencyOf, isJson, Json, textOf } from '../mapping/json-fields';
import { stringifyLossless } from '../mapping/json-decimals';
import { AccountProfile } from '../provider.port';
import { AccountSet, SetAccount } from './account-set';

/** ISO 4217's code for what is no currency: miles, points, and currencies that the server names by an address. */
const NO_CURRENCY = 'XXX';

/** Returns the account's currency; amounts of custom currencies are stored, but never added to money. */
export function currencyIn({ currency }: Json): string {
  const code = textOf(currency)?.toUpperCase();
  return currencyOf(code) ?? NO_CURRENCY;
}

export function profileFrom(found: SetAccount, set: AccountSet): AccountProfile {
  const { account, institution, id } = found;
  const name = textOf(account.name) ?? null;
  return {
    resource_id: lastingId(found, set),
    institution_id: id,
    iban: null,
    bban: null,
    scan: null,
    bic: null,
    msisdn: null,
    account_number_masked: numberIn(name),
    currency: currencyIn(account),
    owner_name: null,
    owner_address: null,
    name,
    display_name: displayName(institution.name, name),
    product_name: null,
    cash_account_type: null,
    account_usage: null,
    linked_accounts: null,
    details: null,
    account_category: holdingsIn(account).length > 0 ? 'INVESTMENT' : null,
    raw_type: null,
    meta: metaFrom(found),
  };
}

export function holdingsIn({ holdings }: Json): readonly unknown[] {
  return Array.isArray(holdings) ? (holdings as unknown[]) : [];
}

/** A user may have several institutions behind one connection. */
function displayName(institution: string | null, name: string | null): string | null {
  if (institution === null || name === null) return name;
  return name.toLowerCase().includes(institution.toLowerCase()) ? name : `${institution} · ${name}`;
}

/** The digits at the end of a name, as most institutions write them: `Checking (1234)`, `Card ...9876`. */
function numberIn(name: string | null): string | null {
  const digits = /(?:^|[^\d])(\d{4})\)?$/.exec(name ?? '')?.[1];
  return digits === undefined ? null : `****${digits}`;
}

/**
 * Ids change when the user connects an institution again at the server. Where the name ends in digits of the account's
 * number, institution, name and currency together are known again; if two accounts share them, only the id is left.
 */
function lastingId(found: SetAccount, set: AccountSet): string {
  const text = identityText(found);
  if (text === null) return found.id;
  const isAlone = set.accounts.filter((other) => identityText(other) === text).length === 1;
  return isAlone ? createHash('sha256').update(text).digest('base64url').slice(0, 32) : found.id;
}

function identityText({ account, institution }: SetAccount): string | null {
  const name = textOf(account.name) ?? null;
  const where = institution.domain ?? institution.name;
  if (where === null || numberIn(name) === null) return null;
  return JSON.stringify([where, name, currencyIn(account)]);
}

/** Returns the JSON text of the members that have no field in our document. */
function metaFrom({ account, institution }: SetAccount): string | null {
  const members = {
    institution: institution.name,
    institution_domain: institution.domain,
    institution_url: institution.url,
    custom_currency: currencyIn(account) === NO_CURRENCY ? (textOf(account.currency) ?? null) : null,
    extra: isJson(account.extra) && Object.keys(account.extra).length > 0 ? account.extra : null,
  };
  const published = Object.entries(members).filter(([, value]) => value !== null);
  return published.length === 0 ? null : boundedJson(stringifyLossless(Object.fromEntries(published)));
}
