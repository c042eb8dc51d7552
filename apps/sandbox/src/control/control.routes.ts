import type { FastifyError, FastifyInstance } from 'fastify';
import { BERKA } from '../bank/bank';
import type { FaultBoard } from '../faults/fault-board';
import type { ProviderAState } from '../provider-a/provider-a.state';
import { Problem } from '../server/problem';
import { providerABehaviourFrom } from '../provider-a/behaviour';
import { behaviourFromBody } from '../receiver/behaviour';
import type { ReceiverState } from '../receiver/receiver.state';
import { bankChangeFromBody } from '../bank/bank-change';
import { budgetaControl } from '../budgeta/budgeta.control';
import { budgetaSummary } from '../budgeta/budgeta.ledger';
import { bankLedger, bankRows, bankSummary } from '../bank/bank.ledger';
import { providerBControl } from '../provider-b/provider-b.control';
import { providerCControl } from '../provider-c/provider-c.control';
import { providerCSummary } from '../provider-c/provider-c.ledger';
import { receiverLedger, receiverSummary } from '../receiver/receiver.ledger';
import { simpleFinControl } from '../simplefin/simplefin.control';
import { sheetsControl, sheetsSummary } from '../sheets/sheets.control';
import { workspaceControl, workspaceSummary } from '../workspace/workspace.control';
import type { ProviderBState } from '../provider-b/provider-b.state';
import type { ProviderCState } from '../provider-c/provider-c.state';
import type { SimpleFinState } from '../simplefin/simplefin.state';
import type { BudgetaState } from '../budgeta/budgeta.state';
import type { SheetsState } from '../sheets/sheets.state';
import type { WorkspaceState } from '../workspace/workspace.state';

/** The parts of the sandbox that its control routes read and change. */
interface Controlled {
  readonly providerA: ProviderAState;
  readonly providerB: ProviderBState;
  readonly providerC: ProviderCState;
  readonly simplefin: SimpleFinState;
  readonly budgeta: BudgetaState;
  readonly sheets: SheetsState;
  readonly workspace: WorkspaceState;
  readonly receiver: ReceiverState;
  readonly faults: FaultBoard;
  readonly caCertificate: string;
  /** In a folder, over restarts. */
  readonly keepsState: boolean;
}

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

/** The consents of users that were not given back since, by id, at each company. */
function consentsLedger({ providerA, providerB, providerC, budgeta }: Controlled) {
  return {
    'provider-a': idsOf(providerA.consents.allRequisitions().filter(({ status }) => status === 'LN')),
    'provider-b': idsOf(providerB.sessions.authorized()),
    'provider-c': idsOf(providerC.connections.all()),
    budgeta: idsOf(budgeta.oauth.living()),
  };
}

function idsOf(consents: readonly { readonly id: string }[]): string[] {
  return consents.map(({ id }) => id);
}

/**
 * `POST /reset`: no fault is set, and the banks, the brokers and their providers are as at the start. Keys and tokens of
 * the providers' clients stay good, so that a running service goes on. The destinations and the receiver are not reset.
 */
function resetRoute(app: FastifyInstance, parts: Controlled): void {
  app.post('/reset', async (_request, reply) => {
    if (parts.keepsState) {
      const message =
        'This sandbox keeps its state in a folder: stop it, remove the folder, and start it again.';
      return reply.code(409).send({ message });
    }
    const { faults, providerA, providerB, providerC, simplefin } = parts;
    faults.clear();
    for (const one of [providerA.bank, providerC.house, providerA, providerB, providerC, simplefin])
      one.reset();
    return reply.code(204).send();
  });
}
