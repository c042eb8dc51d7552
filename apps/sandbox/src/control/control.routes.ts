import type { FastifyError, FastifyInstance } from 'fastify';
import { BERKA } from '../bank/bank';
import { bankChangeFromBody } from '../bank/bank-change';
import { bankProviderLevers, bankRows, bankSummary, type OfInstitution } from '../bank/bank.ledger';
import { budgetaControl, budgetaSummary } from '../budgeta/budgeta.control';
import type { BudgetaState } from '../budgeta/budgeta.state';
import { exchangeRatesControl } from '../exchange-rates/exchange-rates.routes';
import type { ExchangeRatesState } from '../exchange-rates/exchange-rates.state';
import type { FaultBoard } from '../faults/fault-board';
import type { ProviderAState } from '../provider-a/provider-a.state';
import { providerBControl, type ProviderBState } from '../provider-b/provider-b.state';
import { providerCControl, providerCSummary } from '../provider-c/provider-c.control';
import type { ProviderCState } from '../provider-c/provider-c.state';
import { behaviourFromBody } from '../receiver/behaviour';
import { receiverLedger, receiverSummary } from '../receiver/receiver.ledger';
import type { ReceiverState } from '../receiver/receiver.state';
import { Fields } from '../server/fields';
import { invalid, unknown, type Problem } from '../server/problem';
import { sheetsControl, sheetsSummary } from '../sheets/sheets.control';
import type { SheetsState } from '../sheets/sheets.state';
import { simpleFinControl } from '../simplefin/simplefin.routes';
import type { SimpleFinState } from '../simplefin/simplefin.state';
import { workspaceControl, workspaceSummary } from '../workspace/workspace.control';
import type { WorkspaceState } from '../workspace/workspace.state';
import type { ById } from '../server/http';

/** The parts of the sandbox that its control routes read and change. */
interface Controlled {
  readonly providerA: ProviderAState;
  readonly providerB: ProviderBState;
  readonly providerC: ProviderCState;
  readonly simplefin: SimpleFinState;
  readonly budgeta: BudgetaState;
  readonly sheets: SheetsState;
  readonly workspace: WorkspaceState;
  readonly exchangeRates: ExchangeRatesState;
  readonly receiver: ReceiverState;
  readonly faults: FaultBoard;
  readonly caCertificate: string;
  /** Whether the state is in a folder, over restarts. */
  readonly keepsState: boolean;
}

interface OfHook {
  Params: { name: string };
}

/**
 * `/_control`, which no outside company offers: ledgers to check against, and the levers that make things go wrong. A lever
 * without a result responds with 204.
 */
export function controlRoutes(app: FastifyInstance, parts: Controlled): void {
  app.setErrorHandler((error: FastifyError | Problem, _request, reply) =>
    reply.code(error.statusCode ?? 500).send({ message: error.message }),
  );
  app.addHook('onSend', async (_request, reply, payload) => {
    if (payload === undefined) reply.code(204);
  });
  app.get('/ca.pem', async (_request, reply) =>
    reply.type('application/x-pem-file').send(parts.caCertificate),
  );
  resetRoute(app, parts);
  faultRoutes(app, parts.faults);
  receiverRoutes(app, parts.receiver);
  bankProviderLevers(app, parts.providerA);
  bankProviderLevers(app, parts.providerB);
  bankRoutes(app, parts.providerA);
  providerBControl(app, parts.providerB);
  providerCControl(app, parts.providerC);
  simpleFinControl(app, parts.simplefin);
  budgetaControl(app, parts.budgeta);
  sheetsControl(app, parts.sheets);
  workspaceControl(app, parts.workspace);
  exchangeRatesControl(app, parts.exchangeRates);
  summaryRoutes(app, parts);
}

function faultRoutes(app: FastifyInstance, faults: FaultBoard): void {
  app.post('/faults', async ({ body }, reply) => reply.code(201).send({ id: faults.set(body).id }));
  app.get('/faults', async () => faults.list());
  app.delete('/faults', async () => faults.clear());
  app.delete<ById>('/faults/:id', async ({ params }) => faults.clear(Number(params.id)));
}

/** The levers of the bank itself, and of PROVIDER_A's tokens. */
function bankRoutes(app: FastifyInstance, { bank, tokens }: ProviderAState): void {
  app.post<{ Params: { uuid: string } }>(
    '/provider-a/accounts/:uuid/transactions',
    async ({ params, body }) => {
      if (!bank.change(params.uuid, bankChangeFromBody(body))) throw unknown('account');
    },
  );
  app.post('/provider-a/tokens/expire', async () => tokens.expireAccessTokens());
  app.get<OfInstitution>('/ledger/bank', async ({ query }) => ({
    accounts: bankRows(bank, query.institution ?? BERKA),
  }));
}

function receiverRoutes(app: FastifyInstance, state: ReceiverState): void {
  app.put<OfHook>('/receiver/:name', async ({ params: { name }, body }) => {
    const fields = new Fields(body);
    const secret = fields.text('secret') ?? state.hooks.get(name)?.secret;
    if (!secret) throw invalid('secret is needed');
    state.register({ name, secret, behaviour: behaviourFromBody(fields.members['behaviour']) });
  });
  app.get<OfHook>('/ledger/receiver/:name', async ({ params }) => {
    const hook = state.hooks.get(params.name);
    if (!hook) throw unknown('hook');
    return receiverLedger(state, hook);
  });
}

function summaryRoutes(app: FastifyInstance, parts: Controlled): void {
  app.get('/ledger/consents', async () => consentsLedger(parts));
  app.get<OfInstitution>('/summary', async ({ query: { institution = BERKA } }) => ({
    provider_a: bankSummary(parts.providerA, institution),
    provider_b: bankSummary(parts.providerB, institution),
    provider_c: providerCSummary(parts.providerC),
    budgeta: budgetaSummary(parts.budgeta, parts.budgeta.household),
    sheets: sheetsSummary(parts.sheets),
    workspace: workspaceSummary(parts.workspace),
    receiver: Object.fromEntries(
      [...parts.receiver.hooks.values()].map((hook) => [hook.name, receiverSummary(parts.receiver, hook)]),
    ),
  }));
}

/** The ids of the consents that users gave at each company and that are in force. */
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
 * `POST /reset`: removes all faults, and restores the banks, the brokers and their providers as at the start. Keys and
 * tokens of the providers' clients stay valid, so that a running service continues. The destinations and the receiver
 * are not reset.
 */
function resetRoute(app: FastifyInstance, parts: Controlled): void {
  app.post('/reset', async (_request, reply) => {
    if (parts.keepsState) {
      const message =
        'This sandbox keeps its state in a folder: stop it, remove the folder, and start it again.';
      return reply.code(409).send({ message });
    }
    const { faults, providerA, providerB, providerC, simplefin, exchangeRates } = parts;
    faults.clear();
    for (const one of [
      providerA.bank,
      providerC.house,
      providerA,
      providerB,
      providerC,
      simplefin,
      exchangeRates,
    ])
      one.reset();
    return reply.code(204).send();
  });
}
