import { hash } from 'node:crypto';
import { DAY_MS } from '@tributary/money';
import { isJson, Json, textOf } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import {
  ConsentCallback,
  ConsentReference,
  ConsentRequest,
  ConsentState,
  CreatedConsent,
} from '../provider.port';
import { HISTORY_DAYS } from './capabilities';
import { ProviderBClient } from './client/client';
import { aspspName } from './institutions';

/** A tolerance, because the provider checks the limit by its own clock, which may be slow. */
const CLOCKS_APART_MS = 60_000;
/** Prefix of a pending consent's id, which is the hash of the state in the redirect. */
const UNDER_WAY = 'state:';

/** @throws ProviderError */
export async function createConsent(
  client: ProviderBClient,
  request: ConsentRequest,
): Promise<CreatedConsent> {
  const validUntil = new Date(client.now() + request.accessValidForDays * DAY_MS - CLOCKS_APART_MS);
  const body = await client.send({
    call: 'POST auth',
    method: 'POST',
    path: 'auth',
    body: {
      access: { valid_until: withOffset(validUntil), balances: true, transactions: true },
      aspsp: aspspName(request.institutionExternalId),
      state: request.state,
      redirect_url: request.redirectUrl,
      psu_type: 'personal',
    },
  });
  const link = textOf(body.url);
  if (link === undefined) throw new ProviderError({ kind: 'invalid_answer' }, 'POST auth gave no url');
  return {
    consent: { consentId: underWay(request.state), secret: null },
    link,
    maxHistoricalDays: Math.min(request.maxHistoricalDays, HISTORY_DAYS),
    accessValidForDays: request.accessValidForDays,
  };
}

/** Reads the user's decision. The code of the redirect works for one session. @throws ProviderError */
export async function readConsent(
  client: ProviderBClient,
  consent: ConsentReference,
  callback: ConsentCallback | null,
): Promise<ConsentState> {
  if (!consent.consentId.startsWith(UNDER_WAY)) return readSession(client, consent);
  // The redirect of another consent is ignored.
  if (callback?.state === undefined || underWay(callback.state) !== consent.consentId) {
    return { kind: 'waiting' };
  }
  if (callback.code === undefined) return { kind: callback.error === undefined ? 'waiting' : 'refused' };
  return beginSession(client, callback.code);
}

/** @throws ProviderError */
export async function revokeConsent(client: ProviderBClient, consent: ConsentReference): Promise<void> {
  if (consent.consentId.startsWith(UNDER_WAY)) return;
  try {
    await client.send({ call: 'DELETE session', method: 'DELETE', path: sessionPath(consent) });
  } catch (error) {
    if (!(error instanceof ProviderError) || error.failure.kind !== 'consent_ended') throw error;
  }
}

function underWay(state: string): string {
  return `${UNDER_WAY}${hash('sha256', state, 'base64url')}`;
}

export function sessionPath({ consentId }: ConsentReference): string {
  return `sessions/${encodeURIComponent(consentId)}`;
}

async function beginSession(client: ProviderBClient, code: string): Promise<ConsentState> {
  try {
    const body = await client.send({
      call: 'POST session',
      method: 'POST',
      path: 'sessions',
      body: { code },
    });
    const consentId = textOf(body.session_id);
    if (consentId === undefined) {
      throw new ProviderError({ kind: 'invalid_answer' }, 'POST session gave no session_id');
    }
    const accounts = Array.isArray(body.accounts) ? (body.accounts as unknown[]) : [];
    const uids = accounts.flatMap((account) => (isJson(account) ? (textOf(account.uid) ?? []) : []));
    return given({ consentId, secret: null }, uids, body, client.now());
  } catch (error) {
    // The code was used, is too old or not ours, so that only a new consent helps.
    if (error instanceof ProviderError && isAboutCode(error)) return { kind: 'refused' };
    throw error;
  }
}

async function readSession(client: ProviderBClient, consent: ConsentReference): Promise<ConsentState> {
  try {
    const body = await client.send({ call: 'GET session', method: 'GET', path: sessionPath(consent) });
    return sessionState(consent, body, client.now());
  } catch (error) {
    if (error instanceof ProviderError && error.failure.kind === 'consent_ended') return { kind: 'ended' };
    throw error;
  }
}

function sessionState(consent: ConsentReference, body: Json, now: number): ConsentState {
  switch (textOf(body.status) ?? '') {
    case 'AUTHORIZED': {
      const uids = Array.isArray(body.accounts) ? (body.accounts as unknown[]) : [];
      return given(
        consent,
        uids.flatMap((uid) => textOf(uid) ?? []),
        body,
        now,
      );
    }
    case 'INVALID':
    case 'CANCELLED':
      return { kind: 'refused' };
    case 'EXPIRED':
    case 'CLOSED':
    case 'REVOKED':
      return { kind: 'ended' };
    default:
      return { kind: 'waiting' };
  }
}

function given(consent: ConsentReference, uids: readonly string[], body: Json, now: number): ConsentState {
  const until = isJson(body.access) ? Date.parse(textOf(body.access.valid_until) ?? '') : NaN;
  if (Number.isNaN(until)) {
    throw new ProviderError({ kind: 'invalid_answer' }, 'the session gave no end of its consent');
  }
  return {
    kind: 'given',
    consent,
    accountIds: [...new Set(uids)],
    expiresAt: new Date(until),
    maxHistoricalDays: HISTORY_DAYS,
    accessValidForDays: Math.max(1, Math.round((until - now) / DAY_MS)),
  };
}

function isAboutCode({ failure }: ProviderError): boolean {
  return failure.kind === 'request_refused' && failure.fields.includes('code');
}

/** Returns RFC 3339 as in the provider's examples: whole seconds and an offset. */
function withOffset(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, '+00:00');
}
