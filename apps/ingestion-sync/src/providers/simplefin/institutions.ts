import { InstitutionDocument } from '@tributary/contracts';
import { ProviderError } from '../provider.errors';
import { ACCESS_DAYS, HISTORY_DAYS } from './capabilities';

/** The single institution of SimpleFIN. It stands for all servers, because the user's setup token names the server. */
export const SIMPLEFIN_INSTITUTION: InstitutionDocument = {
  integrator: 'SIMPLEFIN',
  region: null,
  country: null,
  name: 'SimpleFIN',
  bic: null,
  external_id: 'SIMPLEFIN',
  logo: null,
  supported: true,
  supports_pending_transactions: true,
  supports_card_accounts: true,
  max_historical_days: HISTORY_DAYS,
  max_access_valid_for_days: ACCESS_DAYS,
  supported_products: [],
  category: null,
};

/** Lists the institutions in a country, or all for null. SimpleFIN has no country, so no country matches. */
export function listInstitutions(country: string | null): InstitutionDocument[] {
  return country === null ? [SIMPLEFIN_INSTITUTION] : [];
}

/** @throws ProviderError `not_found` */
export function readInstitution(externalId: string): InstitutionDocument {
  if (externalId === SIMPLEFIN_INSTITUTION.external_id) return SIMPLEFIN_INSTITUTION;
  throw new ProviderError({ kind: 'not_found' }, 'SimpleFIN has one institution');
}
