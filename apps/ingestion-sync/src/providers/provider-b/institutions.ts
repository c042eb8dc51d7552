import { InstitutionDocument } from '@tributary/contracts';
import { isJson, Json, textOf } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import { ACCESS_DAYS_DEFAULT, HISTORY_DAYS } from './capabilities';
import { ProviderBClient } from './client/client';

const DAY_S = 86_400;

/** The provider's name of an institution, which has no id. */
export interface AspspName {
  readonly country: string;
  readonly name: string;
}

/**
 * Lists institutions. Unreadable ones are skipped, because one of thousands must not hide the others.
 * @throws ProviderError
 */
export async function listInstitutions(
  client: ProviderBClient,
  country: string | null,
): Promise<readonly InstitutionDocument[]> {
  const narrowed = country === null ? '' : `&country=${encodeURIComponent(country)}`;
  const { aspsps } = await client.send({
    call: 'GET aspsps',
    method: 'GET',
    path: `aspsps?service=AIS&psu_type=personal${narrowed}`,
  });
  if (!Array.isArray(aspsps)) throw new ProviderError({ kind: 'invalid_answer' }, 'GET aspsps gave no list');
  return (aspsps as unknown[]).flatMap((aspsp) => institutionFrom(aspsp) ?? []);
}

/** @throws ProviderError `not_found` if the institution does not exist */
export async function readInstitution(
  client: ProviderBClient,
  externalId: string,
): Promise<InstitutionDocument> {
  const { country } = aspspName(externalId);
  const found = (await listInstitutions(client, country)).find((it) => it.external_id === externalId);
  if (found) return found;
  throw new ProviderError({ kind: 'not_found' }, 'GET aspsps gave no such institution');
}

/**
 * Parses `FI:Example Bank`.
 * @throws ProviderError `not_found`
 */
export function aspspName(externalId: string): AspspName {
  const [, country, name] = /^([A-Z]{2}):(.+)$/s.exec(externalId) ?? [];
  if (country !== undefined && name !== undefined) return { country, name };
  throw new ProviderError({ kind: 'not_found' }, 'an institution is named by country and name');
}

/** Returns null if name or country is missing. */
export function institutionFrom(aspsp: unknown): InstitutionDocument | null {
  if (!isJson(aspsp)) return null;
  const name = textOf(aspsp.name);
  const country = textOf(aspsp.country);
  if (name === undefined || country === undefined) return null;
  return {
    integrator: 'PROVIDER_B',
    region: null,
    country,
    name,
    bic: textOf(aspsp.bic) ?? null,
    external_id: `${country}:${name}`,
    logo: textOf(aspsp.logo) ?? null,
    supported: true,
    supports_pending_transactions: true,
    supports_card_accounts: false,
    max_historical_days: HISTORY_DAYS,
    max_access_valid_for_days: consentDays(aspsp),
    supported_products: ['BANK'],
    category: null,
  };
}

/** Converts the provider's seconds to days. */
function consentDays({ maximum_consent_validity: seconds }: Json): number {
  const days = typeof seconds === 'number' ? Math.floor(seconds / DAY_S) : 0;
  return days > 0 ? days : ACCESS_DAYS_DEFAULT;
}
