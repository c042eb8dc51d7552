import { DAY_MS } from '@tributary/money';
import { ConsentReference, ConsentRequest, ConsentState, CreatedConsent } from '../provider.port';
import { ProviderError } from '../provider.errors';
import { ACCESS_DAYS_MAX, CONSENT_DAYS_FALLBACK } from './capabilities';
import { ProviderAClient } from './client/client';
import { Json, textOf } from '../mapping/json-fields';

/**
 * Creates an agreement (the scope and duration) and a requisition (the user's consent flow).
 * @throws ProviderError
 */
export async function createConsent(
  client: ProviderAClient,
  request: ConsentRequest,
): Promise<CreatedConsent> {
  const agreement = await createAgreement(client, request);
  const { body } = await client.send({
    call: 'POST requisition',
    method: 'POST',
    path: 'requisitions/',
    body: {
      redirect: request.redirectUrl,
      institution_id: request.institutionExternalId,
      agreement: agreement.id,
      reference: request.state, // must be unique at the provider forever
    },
  });
  return {
    consent: { consentId: required(body, 'id', 'POST requisition'), secret: null },
    link: required(body, 'link', 'POST requisition'),
    maxHistoricalDays: agreement.maxHistoricalDays,
    accessValidForDays: agreement.accessValidForDays,
  };
}

/** Reads the user's decision. @throws ProviderError */
export async function readConsent(client: ProviderAClient, consent: ConsentReference): Promise<ConsentState> {
  const { body } = await client.send({
    call: 'GET requisition',
    method: 'GET',
    path: requisitionPath(consent),
  });
  const status = textOf(body.status) ?? '';
  switch (status) {
    case 'LN':
      return givenConsent(client, consent, body);
    case 'RJ':
    case 'ER':
      return { kind: 'refused' };
    case 'EX':
    case 'SU':
      return { kind: 'ended' };
    default:
      return { kind: 'waiting' };
  }
}

/**
 * Revokes the consent and its agreement.
 * @throws ProviderError
 */
export async function revokeConsent(client: ProviderAClient, consent: ConsentReference): Promise<void> {
  try {
    await client.send({ call: 'DELETE requisition', method: 'DELETE', path: requisitionPath(consent) });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure.kind !== 'not_found') throw error;
  }
}

function requisitionPath({ consentId }: ConsentReference): string {
  return `requisitions/${encodeURIComponent(consentId)}/`;
}

async function givenConsent(
  client: ProviderAClient,
  consent: ConsentReference,
  requisition: Json,
): Promise<ConsentState> {
  const { body } = await client.send({
    call: 'GET agreement',
    method: 'GET',
    path: `agreements/enduser/${encodeURIComponent(required(requisition, 'agreement', 'GET requisition'))}/`,
  });
  const accessValidForDays = daysOf(body.access_valid_for_days);
  const acceptedAt = Date.parse(textOf(body.accepted) ?? '');
  const from = Number.isNaN(acceptedAt) ? Date.now() : acceptedAt;
  const accounts = Array.isArray(requisition.accounts) ? (requisition.accounts as unknown[]) : [];
  return {
    kind: 'given',
    consent,
    accountIds: [...new Set(accounts.filter((id): id is string => typeof id === 'string'))],
    expiresAt: new Date(from + accessValidForDays * DAY_MS),
    maxHistoricalDays: daysOf(body.max_historical_days),
    accessValidForDays,
  };
}

interface Agreement {
  readonly id: string;
  readonly maxHistoricalDays: number;
  readonly accessValidForDays: number;
}

/** Creates an agreement with as many days as the institution reports; if it refuses these numbers, with 90 days. */
async function createAgreement(client: ProviderAClient, request: ConsentRequest): Promise<Agreement> {
  const wanted = {
    max_historical_days: request.maxHistoricalDays,
    access_valid_for_days: Math.min(ACCESS_DAYS_MAX, request.accessValidForDays),
  };
  try {
    return await postAgreement(client, request.institutionExternalId, wanted);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure.kind !== 'request_refused') throw error;
    const modest = Object.entries(wanted).map(([field, days]): [string, number] => [
      field,
      refuses(error, field) ? Math.min(days, CONSENT_DAYS_FALLBACK) : days,
    ]);
    if (modest.every(([field, days]) => wanted[field as keyof typeof wanted] === days)) throw error;
    return postAgreement(client, request.institutionExternalId, Object.fromEntries(modest));
  }
}

function refuses(error: ProviderError, field: string): boolean {
  return error.failure.kind === 'request_refused' && error.failure.fields.includes(field);
}

async function postAgreement(
  client: ProviderAClient,
  institutionId: string,
  days: Readonly<Record<string, number>>,
): Promise<Agreement> {
  const { body } = await client.send({
    call: 'POST agreement',
    method: 'POST',
    path: 'agreements/enduser/',
    body: {
      institution_id: institutionId,
      access_scope: ['balances', 'details', 'transactions'],
      ...days,
    },
  });
  return {
    id: required(body, 'id', 'POST agreement'),
    maxHistoricalDays: daysOf(body.max_historical_days),
    accessValidForDays: daysOf(body.access_valid_for_days),
  };
}

function daysOf(value: unknown): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? value : CONSENT_DAYS_FALLBACK;
}

function required(body: Json, member: string, call: string): string {
  const value = textOf(body[member]);
  if (value === undefined) throw new ProviderError({ kind: 'invalid_answer' }, `${call} gave no ${member}`);
  return value;
}
