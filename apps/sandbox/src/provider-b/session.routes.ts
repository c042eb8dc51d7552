import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { accountsOf, MAX_CONSENT_S } from './aspsps';
import { accountResource } from './account-resource';
import { Problem } from '../server/problem';
import { problem } from './problem';
import type { ProviderBState } from './provider-b.state';
import { uidOf, type Aspsp, type Authorization, type Session } from './sessions';
import { browserOrigin, type ById, redirectTo } from '../server/http';

type Body = Record<string, unknown>;

/** The way from requested access to a session with accounts, and its end. */
export function sessionRoutes(app: FastifyInstance, state: ProviderBState): void {
  app.post('/auth', async (request) => {
    const authorization = state.sessions.saveAuthorization(
      authorizationFrom(state, (request.body ?? {}) as Body),
    );
    return {
      url: authorizeLink(request, authorization),
      authorization_id: authorization.id,
      psu_id_hash: authorization.id.replaceAll('-', ''),
    };
  });
  app.post('/sessions', async (request) => {
    const { code } = (request.body ?? {}) as Body;
    const session = state.sessions.begin(code, ({ aspsp }) =>
      (accountsOf(state.bank, aspsp) ?? []).map(({ profile }) => profile.uuid),
    );
    return {
      session_id: session.id,
      accounts: session.accounts.map((account) => accountResource(state, session, account)),
      aspsp: session.aspsp,
      psu_type: session.psuType,
      access: accessOf(session),
    };
  });
  app.get<ById>('/sessions/:id', async (request) => shown(state, state.sessions.session(request.params.id)));
  app.delete<ById>('/sessions/:id', async (request) => {
    const session = state.sessions.session(request.params.id);
    if (session.status !== 'AUTHORIZED') throw problem('CLOSED_SESSION');
    state.sessions.end(session.id, 'CLOSED');
    return { message: 'OK' };
  });
}

/**
 * The bank's page: opening it gives the consent, `?deny=1` refuses it. With `?psu=…` the user has that login; otherwise
 * a unique one.
 */
export function authorizePage(app: FastifyInstance, state: ProviderBState): void {
  app.get<ById & { Querystring: { deny?: string; psu?: string } }>(
    '/authorize/:id',
    async ({ params, query }, reply) => {
      const authorization = state.sessions.authorization(params.id);
      if (!authorization) throw problem('WRONG_REQUEST_PARAMETERS');
      const { redirectUrl, state: handedBack } = authorization;
      if (query.deny !== undefined) {
        const refusal = { error: 'access_denied', error_description: 'Denied data sharing consent' };
        return redirectTo(reply, redirectUrl, { state: handedBack, ...refusal });
      }
      const code = randomUUID();
      state.sessions.saveAuthorization({ ...authorization, code, login: query.psu ?? null });
      return redirectTo(reply, redirectUrl, { state: handedBack, code });
    },
  );
}

function authorizationFrom(state: ProviderBState, body: Body): Authorization {
  const { state: handedBack, redirect_url: redirectUrl, psu_type: psuType } = body;
  if (typeof handedBack !== 'string' || handedBack === '') throw wrong('state is required');
  if (typeof redirectUrl !== 'string' || !URL.canParse(redirectUrl)) throw wrong('redirect_url is required');
  return {
    id: randomUUID(),
    aspsp: aspspFrom(state, body['aspsp']),
    state: handedBack,
    redirectUrl,
    validUntil: validUntilFrom(state, body['access']),
    psuType: psuType === 'business' ? 'business' : 'personal',
    code: null,
    login: null,
  };
}

function aspspFrom(state: ProviderBState, value: unknown): Aspsp {
  const { name, country } = (value ?? {}) as Body;
  const aspsp = { name: String(name), country: String(country) };
  if (!accountsOf(state.bank, aspsp)) throw problem('WRONG_ASPSP_PROVIDED');
  return aspsp;
}

/** RFC 3339 with an offset, and no later than the bank allows. */
function validUntilFrom(state: ProviderBState, access: unknown): string {
  const value = ((access ?? {}) as Body)['valid_until'];
  const isTime = typeof value === 'string' && /T.+(Z|[+-]\d{2}:\d{2})$/.test(value);
  const at = isTime ? Date.parse(value) : NaN;
  const latest = state.clock.now() + MAX_CONSENT_S * 1000;
  if (Number.isNaN(at) || at <= state.clock.now() || at > latest + 60_000) {
    throw wrong('access.valid_until must be in the future and within the maximum consent validity');
  }
  return new Date(at).toISOString();
}

function shown(state: ProviderBState, session: Session): object {
  const resources = session.accounts.map((account) => accountResource(state, session, account));
  return {
    status: session.status,
    accounts: session.accounts.map((account) => uidOf(session, account)),
    accounts_data: resources.map(({ uid, identification_hash, identification_hashes }) => ({
      uid,
      identification_hash,
      identification_hashes,
    })),
    aspsp: session.aspsp,
    psu_type: session.psuType,
    psu_id_hash: session.login,
    access: accessOf(session),
    created: session.created,
    authorized: session.created,
    closed: session.closed,
  };
}

function accessOf(session: Session): object {
  return { valid_until: session.validUntil, balances: true, transactions: true };
}

/** The link has the host that the caller used, so that it works behind any name or port. */
function authorizeLink(request: FastifyRequest, { id }: Authorization): string {
  return `${browserOrigin(request)}/provider-b/authorize/${id}`;
}

function wrong(detail: string): Problem {
  return problem('WRONG_REQUEST_PARAMETERS', detail);
}
