import type { FastifyError, FastifyInstance } from 'fastify';
import { BERKA } from '../bank/bank';
import type { FaultBoard } from '../faults/fault-board';
import type { ProviderAState } from '../provider-a/provider-a.state';
import { Problem } from '../problem';
import { providerABehaviourFrom } from '../provider-a/behaviour';
import { behaviourFromBody } from '../receiver/behaviour';
import type { ReceiverState } from '../receiver/receiver.state';
import { bankChangeFromBody } from './bank-change';
import { budgetaControl } from './budgeta.control';
import { budgetaSummary } from './budgeta.ledger';
import { bankLedger, bankRows, bankSummary } from './bank.ledger';
import { consentsLedger } from './consents.ledger';
import type { Controlled } from './controlled';
import { providerBControl } from './provider-b.control';
import { providerCControl } from './provider-c.control';
import { providerCSummary } from './provider-c.ledger';
import { receiverLedger, receiverSummary } from './receiver.ledger';
import { resetRoute } from './reset.route';
import { simpleFinControl } from './simplefin.control';
import { sheetsControl, sheetsSummary } from './sheets.control';
import { workspaceControl, workspaceSummary } from './workspace.control';

interface OfInstitution {
  Querystring: { institution?: string };
}

/** `/_control`: what no outside company offers. Ledgers to check against, and the levers to make things go wrong. */
export function controlRoutes(app: FastifyInstance, parts: Controlled): void {
  app.setErrorHandler((error: FastifyError | Problem, _request, reply) =>
    reply.code(error instanceof Problem ? 400 : (error.statusCode ?? 500)).send({ message: error.message }),
  );
  resetRoute(app, parts);
  faultRoutes(app, parts.faults);
  bankRoutes(app, parts.providerA);
  budgetaControl(app, parts.budgeta);
  providerBControl(app, parts.providerB);
  providerCControl(app, parts.providerC);
  simpleFinControl(app, parts.simplefin);
  sheetsControl(app, parts.sheets);
  workspaceControl(app, parts.workspace);
  receiverRoutes(app, parts.receiver);
  ledgerRoutes(app, parts);
  app.get('/ca.pem', async (_request, reply) =>
    reply.type('application/x-pem-file').send(parts.caCertificate),
  );
}

function faultRoutes(app: FastifyInstance, faults: FaultBoard): void {
  app.post('/faults', async (request, reply) => reply.code(201).send({ id: faults.set(request.body).id }));
  app.get('/faults', async () => faults.list());
  app.delete('/faults', async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/faults/:id', async (request, reply) => {
    faults.clear(Number(request.params.id));
    return reply.code(204).send();
  });
}

function bankRoutes(app: FastifyInstance, state: ProviderAState): void {
  app.post<{ Params: { uuid: string } }>(
    '/provider-a/accounts/:uuid/transactions',
    async (request, reply) => {
      const found = state.bank.change(request.params.uuid, bankChangeFromBody(request.body));
      return found ? reply.code(204).send() : reply.code(404).send({ message: 'No such account.' });
    },
  );
  app.put('/provider-a/behaviour', async (request, reply) => {
    state.behaviour = providerABehaviourFrom(request.body);
    return reply.code(204).send();
  });
  app.put('/provider-a/daily-calls', async (request, reply) => {
    const { limit } = (request.body ?? {}) as { limit?: unknown };
    if (typeof limit !== 'number') return reply.code(400).send({ message: 'limit must be a number' });
    state.allowances.dailyCalls = limit;
    return reply.code(204).send();
  });
  app.post('/provider-a/next-day', async (_request, reply) => {
    state.allowances.renew();
    state.retryWindows.endAll();
    return reply.code(204).send();
  });
  app.post('/provider-a/tokens/expire', async (_request, reply) => {
    state.tokens.expireAccessTokens();
    return reply.code(204).send();
  });
}

function receiverRoutes(app: FastifyInstance, state: ReceiverState): void {
  app.put<{ Params: { name: string } }>('/receiver/:name', async (request, reply) => {
    const { secret, behaviour } = (request.body ?? {}) as { secret?: unknown; behaviour?: unknown };
    const known = state.hooks.get(request.params.name)?.secret;
    const kept = typeof secret === 'string' ? secret : known;
    if (!kept) return reply.code(400).send({ message: 'secret is needed' });
    state.register(request.params.name, kept, behaviourFromBody(behaviour));
    return reply.code(204).send();
  });
}

function ledgerRoutes(app: FastifyInstance, parts: Controlled): void {
  app.get<OfInstitution>('/ledger/provider-a', async (request) => ({
    accounts: bankLedger(parts.providerA, request.query.institution ?? BERKA),
  }));
  app.get('/ledger/consents', async () => consentsLedger(parts));
  app.get<OfInstitution>('/ledger/bank', async (request) => ({
    accounts: bankRows(parts.providerA.bank, request.query.institution ?? BERKA),
  }));
  app.get<{ Params: { name: string } }>('/ledger/receiver/:name', async (request, reply) => {
    const hook = parts.receiver.hooks.get(request.params.name);
    return hook ? receiverLedger(parts.receiver, hook) : reply.code(404).send({ message: 'No such hook.' });
  });
  app.get<OfInstitution>('/summary', async (request) => ({
    provider_a: bankSummary(parts.providerA, request.query.institution ?? BERKA),
    provider_b: bankSummary(parts.providerB, request.query.institution ?? BERKA),
    provider_c: providerCSummary(parts.providerC),
    budgeta: budgetaSummary(parts.budgeta, parts.budgeta.household),
    sheets: sheetsSummary(parts.sheets),
    workspace: workspaceSummary(parts.workspace),
    receiver: Object.fromEntries(
      [...parts.receiver.hooks.values()].map((hook) => [hook.name, receiverSummary(parts.receiver, hook)]),
    ),
  }));
}
