import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { isDay } from '@tributary/money';
import { Bank } from './bank/bank';
import { BrokerageHouse } from './brokerage/brokerage-house';
import { budgetaOAuthRoutes, budgetaRoutes } from './budgeta/budgeta.routes';
import { BudgetaState } from './budgeta/budgeta.state';
import { controlRoutes } from './control/control.routes';
import { exchangeRatesRoutes } from './exchange-rates/exchange-rates.routes';
import { ExchangeRatesState } from './exchange-rates/exchange-rates.state';
import { FaultBoard } from './faults/fault-board';
import { mount } from './server/mount';
import { providerARoutes } from './provider-a/provider-a.routes';
import { ProviderAState } from './provider-a/provider-a.state';
import type { ProviderBCredentials } from './provider-b/application';
import { providerBRoutes } from './provider-b/provider-b.routes';
import { ProviderBState } from './provider-b/provider-b.state';
import { providerCRoutes } from './provider-c/provider-c.routes';
import { ProviderCState } from './provider-c/provider-c.state';
import { certificates } from './receiver/certificates';
import { receiverServer } from './receiver/receiver.server';
import { ReceiverState } from './receiver/receiver.state';
import { sandboxClock } from './state/sandbox-clock';
import type { ServiceAccountKey } from './sheets/service-account';
import { type ServedCall, Traffic } from './server/traffic';
import { sheetsRoutes } from './sheets/sheets.routes';
import { SheetsState } from './sheets/sheets.state';
import { simpleFinRoutes } from './simplefin/simplefin.routes';
import { SimpleFinState } from './simplefin/simplefin.state';
import { workspaceOAuthRoutes, workspaceRoutes } from './workspace/workspace.routes';
import { WorkspaceState } from './workspace/workspace.state';
import {
  credentialsOf,
  DEFAULT_PROVIDER_C_PERSONAL_KEY,
  InvalidSandboxOption,
  type SandboxOptions,
} from './sandbox-options';

const HOST = '127.0.0.1';
const DAILY_CALLS = 50;
const REQUESTS_PER_HOUR = 200;
const REQUESTS_PER_MINUTE = 1_000_000;
const PROVIDER_C_PER_MINUTE = 250;
const SIMPLEFIN_DAILY_REQUESTS = 24;
const BODY_LIMIT_BYTES = 16 * 1024 * 1024;

export interface Sandbox extends Readonly<ReturnType<typeof addresses>> {
  /** PEM of the authority that signed the receiver's certificate. */
  readonly caCertificate: string;
  readonly credentials: Readonly<ReturnType<typeof credentialsOf>> & {
    readonly providerB: ProviderBCredentials;
    readonly sheets: ServiceAccountKey;
  };
  /** Each distinct call that was made to the companies, with its status. */
  readonly calls: () => readonly ServedCall[];
  /** Stops both servers, cutting open requests, and writes the rest of the state. */
  readonly close: () => Promise<void>;
}

/** The error of a port that another process uses; the message names the port and the setting to change. */
export class SandboxPortTaken extends Error {}

/** Starts the bank, the brokers, PROVIDER_A to PROVIDER_C, the SimpleFIN server, BUDGETA, exchange rates, the control API and the webhook receiver. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  if (options.today !== undefined && !isDay(options.today))
    throw new InvalidSandboxOption('today must be a date (YYYY-MM-DD)');
  if (options.dataDir !== undefined) mkdirSync(options.dataDir, { recursive: true });
  const tls = await certificates(options.dataDir);
  const faults = new FaultBoard();
  const states = openStates(options);
  const receiver = receiverServer(states.receiver, faults, tls);
  const app = fastify({ bodyLimit: BODY_LIMIT_BYTES, forceCloseConnections: true });
  app.decorate('publicUrl', options.publicUrl ?? null);
  const close = async (): Promise<void> => {
    await Promise.all([app.close(), receiver.close()]);
    for (const state of Object.values(states)) state.close();
  };
  const traffic = new Traffic(options.trafficDir ?? process.env.SANDBOX_TRAFFIC_DIR);
  traffic.watch(app);
  mount(app, '/provider-a', (scope) => providerARoutes(scope, states.providerA, faults));
  mount(app, '/provider-b', (scope) => providerBRoutes(scope, states.providerB, faults));
  mount(app, '/provider-c', (scope) => providerCRoutes(scope, states.providerC, faults));
  mount(app, '/simplefin', (scope) => simpleFinRoutes(scope, states.simplefin, faults));
  mount(app, '/budgeta/v1', (scope) => budgetaRoutes(scope, states.budgeta, faults));
  mount(app, '/sheets', (scope) => sheetsRoutes(scope, states.sheets, faults));
  mount(app, '/workspace/v1', (scope) => workspaceRoutes(scope, states.workspace, faults));
  mount(app, '/workspace/v1/oauth', (scope) => workspaceOAuthRoutes(scope, states.workspace, faults));
  mount(app, '/budgeta/oauth', (scope) => budgetaOAuthRoutes(scope, states.budgeta, faults));
  mount(app, '/exchange-rates', (scope) => exchangeRatesRoutes(scope, states.exchangeRates, faults));
  const keepsState = options.dataDir !== undefined;
  const controlled = { ...states, faults, caCertificate: tls.caCertificate, keepsState };
  mount(app, '/_control', (scope) => controlRoutes(scope, controlled));
  try {
    const host = options.host ?? HOST;
    const url = `http://${await listen(app, host, options.port ?? 0, 'SANDBOX_PORT')}`;
    const receiverUrl = `https://${await listen(receiver, host, options.receiverPort ?? 0, 'SANDBOX_RECEIVER_PORT')}`;
    return {
      ...addresses(url, receiverUrl),
      caCertificate: tls.caCertificate,
      credentials: {
        ...credentialsOf(options),
        get providerB() {
          return states.providerB.application.credentials;
        },
        get sheets() {
          return states.sheets.account.key;
        },
      },
      calls: () => traffic.calls(),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function openStates(options: SandboxOptions) {
  const clock = sandboxClock(options.now, options.today);
  const { dataDir, dailyCalls = DAILY_CALLS } = options;
  const { providerA, providerC, budgeta, sheetsApplication, workspace } = credentialsOf(options);
  const firstDay = { today: clock.today(), todayIsPinned: options.today !== undefined, dataDir };
  const bank = new Bank({ ...firstDay, accounts: options.accounts });
  const house = new BrokerageHouse(firstDay);
  return {
    bank,
    house,
    providerA: new ProviderAState({
      bank,
      clock,
      dataDir,
      dailyCalls,
      secrets: options.providerSecrets ?? [providerA],
      requestsPerMinute: REQUESTS_PER_MINUTE,
    }),
    providerB: new ProviderBState({ bank, clock, dataDir, dailyCalls }),
    providerC: new ProviderCState({
      house,
      clock,
      dataDir,
      keys: options.providerCKeys ?? [providerC, DEFAULT_PROVIDER_C_PERSONAL_KEY],
      requestsPerMinute: options.providerCPerMinute ?? PROVIDER_C_PER_MINUTE,
    }),
    simplefin: new SimpleFinState({
      bank,
      clock,
      dataDir,
      dailyRequests: options.dailyCalls ?? SIMPLEFIN_DAILY_REQUESTS,
    }),
    budgeta: new BudgetaState({
      bank,
      clock,
      dataDir,
      tokens: [budgeta.token],
      application: budgeta.application,
      requestsPerHour: options.requestsPerHour ?? REQUESTS_PER_HOUR,
      mirrorAccounts: options.mirrorAccounts,
      currency: options.budgetCurrency ?? null,
    }),
    sheets: new SheetsState({ clock, dataDir, application: sheetsApplication, limits: options.sheetsLimits }),
    workspace: new WorkspaceState({
      clock,
      dataDir,
      ...workspace,
      requestsPerSecond: options.workspacePerSecond,
    }),
    exchangeRates: new ExchangeRatesState('exchange-rates', { clock, dataDir }),
    receiver: new ReceiverState({ clock, dataDir }),
  };
}

/** The addresses of the parts, without a slash at the end. */
function addresses(url: string, receiverUrl: string) {
  return {
    url,
    providerAUrl: `${url}/provider-a/api/v2`,
    providerBUrl: `${url}/provider-b`,
    providerCUrl: `${url}/provider-c`,
    simpleFinUrl: `${url}/simplefin`,
    budgetaUrl: `${url}/budgeta/v1`,
    budgetaOAuthUrl: `${url}/budgeta/oauth`,
    /** The page of consent is `/auth` below it, the token endpoint `/token`, the interface `/v4`. */
    sheetsUrl: `${url}/sheets`,
    /** The interface is `/v1` below it. */
    workspaceUrl: `${url}/workspace`,
    /** The folder with the day rates. */
    exchangeRatesUrl: `${url}/exchange-rates`,
    /** https; hooks are under `/hooks/{name}`. */
    receiverUrl,
    controlUrl: `${url}/_control`,
  };
}

/** Gives `host:port`. A client on the same machine reaches a server that listens everywhere by the loopback address. */
async function listen(app: FastifyInstance, host: string, port: number, variable: string): Promise<string> {
  try {
    await app.listen({ host, port });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
    throw new SandboxPortTaken(
      `Port ${port} is used by another process. Set ${variable} to a free one, or to 0 for any.`,
      { cause },
    );
  }
  const { port: actual } = app.server.address() as AddressInfo;
  return `${host === '0.0.0.0' || host === '::' ? HOST : host}:${actual}`;
}
