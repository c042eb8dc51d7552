import { InstitutionDocument } from '@tributary/contracts';
import { isJson, Json, textOf } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import { ACCESS_DAYS, HISTORY_DAYS } from './capabilities';
import { ProviderCClient } from './client/client';

/**
 * Lists all brokers; none has a country, so none matches a requested one.
 * @throws ProviderError
 */
export async function listInstitutions(
  client: ProviderCClient,
  country: string | null,
): Promise<InstitutionDocument[]> {
  if (country !== null) return [];
  const { body } = await client.list({
    call: 'GET brokerages',
    method: 'GET',
    path: 'brokerages',
    user: null,
  });
  return body
    .filter(isJson)
    .map(institutionFrom)
    .filter((institution) => institution !== null);
}

/**
 * Reads all brokers, because no request returns a single one.
 * @throws ProviderError `not_found` if the broker does not exist
 */
export async function readInstitution(
  client: ProviderCClient,
  externalId: string,
): Promise<InstitutionDocument> {
  const found = (await listInstitutions(client, null)).find(({ external_id }) => external_id === externalId);
  if (found) return found;
  throw new ProviderError({ kind: 'not_found' }, 'GET brokerages does not list the institution');
}

/** Returns null for a broker without a name, because users could not choose it. */
export function institutionFrom(brokerage: Json): InstitutionDocument | null {
  const slug = textOf(brokerage.slug);
  const name = textOf(brokerage.display_name) ?? textOf(brokerage.name);
  if (slug === undefined || name === undefined) return null;
  const type = isJson(brokerage.brokerage_type) ? textOf(brokerage.brokerage_type.name) : undefined;
  return {
    integrator: 'PROVIDER_C',
    region: null,
    country: null,
    name,
    bic: null,
    external_id: slug,
    logo: textOf(brokerage.aws_s3_square_logo_url) ?? textOf(brokerage.aws_s3_logo_url) ?? null,
    url: textOf(brokerage.url) ?? null,
    supported: brokerage.enabled !== false && brokerage.maintenance_mode !== true,
    supports_pending_transactions: false,
    supports_card_accounts: false,
    max_historical_days: HISTORY_DAYS,
    max_access_valid_for_days: ACCESS_DAYS,
    supported_products: ['INVESTMENT'],
    category: type ?? null,
  };
}
