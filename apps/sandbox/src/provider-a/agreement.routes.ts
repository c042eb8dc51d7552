import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { MAX_ACCESS_DAYS, MAX_HISTORY_DAYS } from './institutions';
import { pageOf } from './paging';
import { fieldProblem } from './problem';
import { SCOPES, type Scope } from '../metering/scope';
import type { Agreement } from './consents';
import type { ProviderAState } from './provider-a.state';
import type { ById } from '../server/http';

const DEFAULT_DAYS = 90;

/** End-user agreements: the access that the user consents to. */
export function agreementRoutes(app: FastifyInstance, state: ProviderAState): void {
  app.post('/agreements/enduser/', async (request, reply) => {
    const agreement = agreementFrom(state, (request.body ?? {}) as Record<string, unknown>);
    return reply.code(201).send(state.consents.saveAgreement(agreement));
  });
  app.get('/agreements/enduser/', async (request) => pageOf(request, state.consents.allAgreements()));
  app.get<ById>('/agreements/enduser/:id/', async (request) => state.consents.agreement(request.params.id));
  app.delete<ById>('/agreements/enduser/:id/', async (request) => {
    state.consents.deleteAgreement(request.params.id);
    return {
      summary: 'End User Agreement deleted',
      detail: `End User Agreement ${request.params.id} deleted`,
    };
  });
  app.put<ById>('/agreements/enduser/:id/accept/', async (request) =>
    state.consents.saveAgreement({
      ...state.consents.agreement(request.params.id),
      accepted: new Date(state.clock.now()).toISOString(),
    }),
  );
}

/** Reads the request's body; the defaults are the published ones, also used where a requisition names no agreement. */
export function agreementFrom(state: ProviderAState, body: Record<string, unknown>): Agreement {
  const institutionId = body['institution_id'];
  if (typeof institutionId !== 'string' || !state.bank.accountsOf(institutionId)) {
    throw fieldProblem('institution_id', 'Unknown Institution ID', 'Get Institution IDs from /institutions/');
  }
  return {
    id: randomUUID(),
    created: new Date(state.clock.now()).toISOString(),
    institution_id: institutionId,
    max_historical_days: daysFrom(body, 'max_historical_days', MAX_HISTORY_DAYS),
    access_valid_for_days: daysFrom(body, 'access_valid_for_days', MAX_ACCESS_DAYS),
    access_scope: scopeFrom(body['access_scope']),
    accepted: null,
    reconfirmation: body['reconfirmation'] === true,
  };
}

function daysFrom(body: Record<string, unknown>, field: string, most: number): number {
  const days = body[field] ?? DEFAULT_DAYS;
  if (typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= most) return days;
  throw fieldProblem(field, `Incorrect ${field}`, `${field} must be > 0 and <= ${most}`);
}

function scopeFrom(value: unknown): readonly Scope[] {
  if (value === undefined) return SCOPES;
  const scopes = SCOPES.filter((scope) => Array.isArray(value) && value.includes(scope));
  if (Array.isArray(value) && value.length > 0 && scopes.length === value.length) return scopes;
  throw fieldProblem(
    'access_scope',
    'Unknown value in access_scope',
    `Choose one or several from ${SCOPES.join(', ')}`,
  );
}
