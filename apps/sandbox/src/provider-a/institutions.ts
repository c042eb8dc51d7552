import { drawnLogo } from '../bank/drawn-logo';
import { BERKA, SANDBOX_FINANCE, type Bank } from '../bank/bank';
import { BANK_BIC, BANK_NAME } from '../bank/account-identity';
import { notFound } from './problem';

export const MAX_HISTORY_DAYS = 730;
export const MAX_ACCESS_DAYS = 180;

/** The features of both institutions; the list's `…_supported` filters select them. */
const FEATURES = ['account_selection', 'pending_transactions', 'private_accounts', 'access_scopes'];

interface Institution {
  readonly id: string;
  readonly name: string;
  readonly bic: string;
  readonly countries: readonly string[];
}

/** The two banks; the small cuts `BERKA_<n>` are found by id alone. */
export function listInstitutions(query: Readonly<Record<string, string | undefined>>): object[] {
  const country = query['country']?.toUpperCase();
  return [institutionOf(BERKA), institutionOf(SANDBOX_FINANCE)]
    .filter((institution) => country === undefined || institution.countries.includes(country))
    .filter(() => Object.entries(query).every(([name, wanted]) => hasFeature(name, wanted)))
    .map(summaryOf);
}

/** Throws 404 for an unknown id. */
export function showInstitution(bank: Bank, id: string): object {
  if (!bank.accountsOf(id)) throw notFound();
  return { ...summaryOf(institutionOf(id)), supported_features: FEATURES, identification_codes: [] };
}

function institutionOf(id: string): Institution {
  return id === SANDBOX_FINANCE
    ? { id, name: 'Sandbox Finance', bic: 'SFIN0000', countries: ['GB', 'FI', 'DE', 'CZ'] }
    : { id, name: id === BERKA ? BANK_NAME : `${BANK_NAME} (${id})`, bic: BANK_BIC, countries: ['CZ'] };
}

function summaryOf(institution: Institution): object {
  return {
    id: institution.id,
    name: institution.name,
    bic: institution.bic,
    // The published interface has both numbers as strings.
    transaction_total_days: String(MAX_HISTORY_DAYS),
    max_access_valid_for_days: String(MAX_ACCESS_DAYS),
    countries: institution.countries,
    logo: drawnLogo(institution.name),
  };
}

function hasFeature(name: string, wanted: string | undefined): boolean {
  if (!name.endsWith('_supported')) return true;
  return FEATURES.includes(name.slice(0, -'_supported'.length)) === (wanted?.toLowerCase() === 'true');
}
