import { InstitutionDocument } from '@tributary/contracts';
import { ProviderError } from '../provider.errors';
import { ProviderAClient } from './client';
import { Json, textOf } from './fields';

/** What the published interface assumes where an institution does not say. */
const DAYS_DEFAULT = 90;

/** @throws ProviderError `not_found` or `request_refused` where there is no such institution. */
export async function readInstitution(
  client: ProviderAClient,
  externalId: string,
): Promise<InstitutionDocument> {
  const { body } = await client.send({
    call: 'GET institution',
    method: 'GET',
    path: `institutions/${encodeURIComponent(externalId)}/`,
  });
  return institutionFrom(body);
}

/** Numbers are strings in the published interface. */
export function institutionFrom(body: Json): InstitutionDocument {
  const externalId = textOf(body.id);
  const name = textOf(body.name);
  if (externalId === undefined || name === undefined) {
    throw new ProviderError({ kind: 'invalid_answer' }, 'GET institution gave no id or no name');
  }
  const countries = Array.isArray(body.countries) ? (body.countries as unknown[]) : [];
  const features = Array.isArray(body.supported_features) ? (body.supported_features as unknown[]) : [];
  return {
    integrator: 'PROVIDER_A',
    region: null,
    country: textOf(countries[0]) ?? null,
    name,
    bic: textOf(body.bic) ?? null,
    external_id: externalId,
    logo: textOf(body.logo) ?? null,
    supported: true,
    supports_pending_transactions: features.includes('pending_transactions'),
    supports_card_accounts: features.includes('card_accounts'),
    max_historical_days: daysOf(body.transaction_total_days),
    max_access_valid_for_days: daysOf(body.max_access_valid_for_days),
    supported_products: ['BANK'],
    category: null,
  };
}

function daysOf(value: unknown): number {
  const days = Number(value);
  return Number.isInteger(days) && days > 0 ? days : DAYS_DEFAULT;
}
