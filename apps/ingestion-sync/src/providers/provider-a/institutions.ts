import { InstitutionDocument } from '@tributary/contracts';
import { ProviderError } from '../provider.errors';
import { ProviderAClient } from './client/client';
import { isJson, Json, textOf } from '../mapping/json-fields';

/** Days that the published interface assumes if an institution names none. */
const DAYS_DEFAULT = 90;

/** @throws ProviderError `not_found` or `request_refused` if the institution does not exist */
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

/**
 * Lists institutions. Unreadable ones are skipped, because one of thousands must not hide the others.
 * @throws ProviderError
 */
export async function listInstitutions(
  client: ProviderAClient,
  country: string | null,
): Promise<readonly InstitutionDocument[]> {
  const listed = await list(client, country, null);
  // The list does not contain features, so they are requested as filters.
  const pending = idsOf(await list(client, country, 'pending_transactions_supported'));
  const cards = idsOf(await list(client, country, 'card_accounts_supported'));
  return listed.filter(isInstitution).map((institution) =>
    institutionFrom({
      ...institution,
      supported_features: [
        ...(pending.has(institution.id) ? ['pending_transactions'] : []),
        ...(cards.has(institution.id) ? ['card_accounts'] : []),
      ],
    }),
  );
}

async function list(
  client: ProviderAClient,
  country: string | null,
  feature: string | null,
): Promise<readonly Json[]> {
  const query = new URLSearchParams({
    ...(country === null ? {} : { country }),
    ...(feature === null ? {} : { [feature]: 'true' }),
  });
  const path = query.size === 0 ? 'institutions/' : `institutions/?${query.toString()}`;
  const { body } = await client.list({ call: 'GET institutions', method: 'GET', path });
  return body.filter(isJson);
}

function idsOf(institutions: readonly Json[]): ReadonlySet<unknown> {
  return new Set(institutions.map(({ id }) => id));
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
  const codes = countries.flatMap((country) => textOf(country)?.toUpperCase() ?? []);
  return {
    integrator: 'PROVIDER_A',
    region: regionOf(codes[0] ?? null),
    country: codes[0] ?? null,
    countries: codes,
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

const EEA = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
);

/** Returns the rules under which an institution of the country grants access: `EU`, `UK`, or the country itself. */
function regionOf(country: string | null): string | null {
  if (country === null) return null;
  if (EEA.has(country)) return 'EU';
  return country === 'GB' ? 'UK' : country;
}
