import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { agreementFrom } from './agreement.routes';
import { pageOf } from './paging';
import { fieldProblem } from './problem';
import type { Requisition } from './consents';
import type { ProviderAState } from './provider-a.state';
import { browserOrigin, type ById, redirectTo } from '../server/http';

const REDIRECT_MAX_CHARS = 1024;
const REFERENCE_MAX_CHARS = 256;

/** Requisitions: one user's way through one bank's consent. */
export function requisitionRoutes(app: FastifyInstance, state: ProviderAState): void {
  app.post('/requisitions/', async (request, reply) => {
    const requisition = requisitionFrom(state, (request.body ?? {}) as Record<string, unknown>);
    return reply.code(201).send(toResource(request, state.consents.addRequisition(requisition)));
  });
  app.get('/requisitions/', async (request) =>
    pageOf(
      request,
      state.consents.allRequisitions().map((requisition) => toResource(request, requisition)),
    ),
  );
  app.get<ById>('/requisitions/:id/', async (request) =>
    toResource(request, state.consents.requisition(request.params.id)),
  );
  app.delete<ById>('/requisitions/:id/', async (request) => {
    state.consents.deleteRequisition(request.params.id);
    return { summary: 'Requisition deleted', detail: `Requisition ${request.params.id} deleted` };
  });
}

/** The bank's page: opening it gives the consent, `?deny=1` refuses it; both redirect to the client. */
export function consentPage(app: FastifyInstance, state: ProviderAState): void {
  app.get<ById & { Querystring: { deny?: string } }>('/consent/:id', async ({ params, query }, reply) => {
    const { id, institution_id: institutionId } = state.consents.requisition(params.id);
    if (query.deny !== undefined) {
      const { redirect, reference: ref } = state.consents.reject(id);
      const details = 'The user cancelled the consent';
      return redirectTo(reply, redirect, { ref, error: 'UserCancelledSession', details });
    }
    const accounts = (state.bank.accountsOf(institutionId) ?? []).map(({ profile }) =>
      state.behaviour.newAccountIds ? state.bank.nameAlso(profile.uuid) : profile.uuid,
    );
    const { redirect, reference: ref } = state.consents.link(id, accounts);
    return redirectTo(reply, redirect, { ref });
  });
}

function requisitionFrom(state: ProviderAState, body: Record<string, unknown>): Requisition {
  const redirect = redirectFrom(body['redirect']);
  const reference = referenceFrom(body['reference']);
  return {
    id: randomUUID(),
    created: new Date(state.clock.now()).toISOString(),
    redirect,
    status: 'CR',
    ...agreedInstitution(state, body),
    reference,
    accounts: [],
    user_language: typeof body['user_language'] === 'string' ? body['user_language'] : null,
    account_selection: body['account_selection'] === true,
    redirect_immediate: body['redirect_immediate'] === true,
  };
}

function agreedInstitution(
  state: ProviderAState,
  body: Record<string, unknown>,
): Pick<Requisition, 'institution_id' | 'agreement'> {
  const given = body['agreement'];
  const fallback = agreementFrom(state, { institution_id: body['institution_id'] });
  if (given === undefined || given === null || given === '') {
    const { id, institution_id } = state.consents.saveAgreement(fallback);
    return { institution_id, agreement: id };
  }
  const agreement = state.consents.allAgreements().find((candidate) => candidate.id === given);
  if (agreement?.institution_id !== fallback.institution_id) {
    throw fieldProblem('agreement', 'Incorrect agreement', 'No such End User Agreement for this institution');
  }
  return { institution_id: agreement.institution_id, agreement: agreement.id };
}

function redirectFrom(value: unknown): string {
  if (typeof value === 'string' && value.length <= REDIRECT_MAX_CHARS && URL.canParse(value)) return value;
  throw fieldProblem('redirect', 'Invalid redirect', 'Enter a valid URL of at most 1024 characters.');
}

function referenceFrom(value: unknown): string {
  if (value === undefined || value === null) return randomUUID();
  if (typeof value === 'string' && value !== '' && value.length <= REFERENCE_MAX_CHARS) return value;
  throw fieldProblem('reference', 'Invalid reference', 'A string of 1 to 256 characters is required.');
}

/** The link is made for the host that the caller used, so that it works behind any name or port. */
function toResource(request: FastifyRequest, requisition: Requisition): object {
  return {
    ...requisition,
    ssn: null,
    link: `${browserOrigin(request)}/provider-a/consent/${requisition.id}`,
  };
}
