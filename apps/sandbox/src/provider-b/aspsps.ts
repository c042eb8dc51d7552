import { drawnLogo } from '../bank/drawn-logo';
import { BANK_BIC, BANK_NAME } from '../bank/account-identity';
import { BERKA, SANDBOX_FINANCE, type Bank } from '../bank/bank';
import type { BankAccount } from '../bank/bank-account';
import type { Aspsp } from './sessions';

export const MAX_CONSENT_S = 180 * 86_400;

/** Cuts of the large bank that are listed; others are found by name all the same. */
const LISTED_CUTS = [1, 3, 20];
const CUT = /^BERKA_[1-9]\d{0,5}$/;
const FINANCE: Aspsp = { name: 'Sandbox Finance', country: 'FI' };

/** The list, narrowed by the query. */
export function listAspsps(
  bank: Bank,
  query: { readonly country?: string; readonly psu_type?: string },
): object {
  const cuts = LISTED_CUTS.map((count) => `BERKA_${count}`).filter((name) => bank.accountsOf(name));
  const all = [{ name: BANK_NAME, country: 'CZ' }, ...cuts.map((name) => ({ name, country: 'CZ' })), FINANCE];
  const aspsps = all
    .filter(({ country }) => query.country === undefined || country === query.country.toUpperCase())
    .filter(() => query.psu_type === undefined || query.psu_type === 'personal')
    .map((aspsp) => dataOf(aspsp));
  return { aspsps };
}

/** The accounts behind a name and a country; undefined where there is no such bank. */
export function accountsOf(bank: Bank, { name, country }: Aspsp): readonly BankAccount[] | undefined {
  if (name === FINANCE.name && country === FINANCE.country) return bank.accountsOf(SANDBOX_FINANCE);
  if (country !== 'CZ') return undefined;
  if (name === BANK_NAME) return bank.accountsOf(BERKA);
  return CUT.test(name) ? bank.accountsOf(name) : undefined;
}

/** The headers about a present user that the bank requires: all of them, or none. */
export function requiredPsuHeaders({ name }: Aspsp): readonly string[] {
  return name === FINANCE.name ? ['Psu-Ip-Address', 'Psu-User-Agent'] : [];
}

function dataOf(aspsp: Aspsp): object {
  return {
    ...aspsp,
    logo: drawnLogo(aspsp.name),
    psu_types: ['personal'],
    auth_methods: [{ psu_type: 'personal', approach: 'REDIRECT', credentials: [], hidden_method: false }],
    maximum_consent_validity: MAX_CONSENT_S,
    beta: false,
    bic: aspsp.name === FINANCE.name ? 'SFIN0000' : BANK_BIC,
    required_psu_headers: requiredPsuHeaders(aspsp),
    payments: [],
  };
}
