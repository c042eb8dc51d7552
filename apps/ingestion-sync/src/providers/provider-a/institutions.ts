import { InstitutionDocument } from '@tributary/contracts';
import { ProviderError } from '../provider.errors';
import { ProviderAClient } from './client';
import { isJson, Json, textOf } from '../json-fields';

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

/** Those that cannot be read are left out: one of thousands must not hide the others. @throws ProviderError */
export async function listInstitutions(
  client: ProviderAClient,
  country: string | null,
): Promise<readonly InstitutionDocument[]> {
  const { body } = await client.list({
    call: 'GET institutions',
    method: 'GET',
    path: `institutions/${country === null ? '' : `?country=${encodeURIComponent(country)}`}`,
  });
  return body.flatMap((entry) => (isJson(entry) && isInstitution(entry) ? institutionFrom(entry) : []));
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

function isInstitution(body: Json): boolean {
  return textOf(body.id) !== undefined && textOf(body.name) !== undefined;
}

function daysOf(value: unknown): number {
  const days = Number(value);
  return Number.isInteger(days) && days > 0 ? days : DAYS_DEFAULT;
}
