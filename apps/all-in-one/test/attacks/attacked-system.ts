import {
  beginSession,
  createFirstRunCode,
  createUser,
  issuePersonalToken,
  mailCodeOf,
  NewPersonalToken,
  openAccessDatabase,
  Plan,
  SESSION_COOKIE,
} from '@tributary/api-gateway';
import {
  ROLE_PASSWORD,
  TestDatabase,
  Visitor,
  createTestDatabase,
  eventually,
  freePort,
  workspaceRoot,
} from '@tributary/testing';
import { ServiceName, SERVICES } from '@tributary/contracts';
import { Database, provisionSchemas } from '@tributary/persistence';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { DataDir } from '../../src/data-dir';
import { SandboxControl } from '../../src/demo/sandbox-control';
import { RestClient } from '../rest-client';
import {
  SCHEMAS,
  schemaOf,
  serviceEnvironment,
  SystemSettings,
} from '../../src/services/service-environment';
import { inOwnNetwork } from './networks';
import { OwnWait } from './own-wait';
import { ProvisionedKafka } from './provisioned-kafka';
import { Child, mainScriptOf, readyMessage, startChild } from '../../src/child-processes/child';
import { SANDBOX_CREDENTIALS, SandboxProcess, startSandboxProcess } from '../../src/child-processes/sandbox';

/** The services run in one process or in five. */
export const SHAPES = ['one process', 'five on Kafka'] as const;
export type Shape = (typeof SHAPES)[number];

export interface AttackedUser {
  readonly id: number;
  readonly email: string;
  /** The owner's own unrestricted token. */
  readonly token: string;
}

export interface AttackedSystemOptions {
  /** Settings of all services that replace those of every installation. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** The number of the sandbox's bank accounts; all 1,229 have 49,102 transactions. */
  readonly bankAccounts?: number | 'all';
  /**
   * Whether the system sends mail and has open sign-up. No mail server exists: `codeTo` reads the links from the
   * outgoing mails.
   */
  readonly sendsMail?: boolean;
  /** A superuser's URL of the Postgres for its database; default: that of the test run. */
  readonly postgresUrl?: string;
}

/** The trusted proxies, so that a caller can choose its network. */
const PROXY = '127.0.0.1,::1';
const BUILD = path.join(workspaceRoot(), 'dist');
/** The name of the process if all services run in one. */
const ONE_PROCESS = 'tributary';
const SYNCED_WITHIN_MS = 600_000;
/** The first number of guests' networks, above every user's id. */
const GUESTS_FROM = 0x8000;

/**
 * The product as an operator starts it, with default settings except the sandbox's addresses, for attackers and their
 * victims.
 */
export class AttackedSystem extends RestClient {
  private guests = 0;

  private constructor(
    readonly shape: Shape,
    url: string,
    readonly sandbox: SandboxProcess,
    private readonly settings: SystemSettings,
    private readonly dataDir: DataDir,
    private readonly testDatabase: TestDatabase,
    private readonly access: Database,
    private readonly children: Child[],
    readonly kafka: ProvisionedKafka | null,
    private readonly ends: readonly End[],
  ) {
    super(() => url);
  }

  static async start(shape: Shape, options: AttackedSystemOptions = {}): Promise<AttackedSystem> {
    const ends: End[] = [];
    try {
      return await AttackedSystem.startWith(shape, options, ends);
    } catch (error) {
      await endAll(ends); // A part that is still running would keep the test run alive.
      throw error;
    }
  }

  /**
   * Starts the parts.
   * @param ends receives a function for each started part that stops it, in the order of the starts
   */
  private static async startWith(
    shape: Shape,
    { overrides = {}, bankAccounts = 5, postgresUrl, sendsMail = false }: AttackedSystemOptions,
    ends: End[],
  ): Promise<AttackedSystem> {
    const parent = path.join(workspaceRoot(), '.data', 'attacks');
    mkdirSync(parent, { recursive: true });
    const dataDir = new DataDir(mkdtempSync(path.join(parent, 'system-')));
    if (!process.env.ATTACKS_KEEP) ends.push(() => rmSync(dataDir.root, { recursive: true, force: true }));
    mkdirSync(dataDir.path('logs'));
    const testDatabase = await createTestDatabase('attacks', postgresUrl);
    ends.push(() => testDatabase.drop());
    const secrets = dataDir.secrets();
    const owners = SCHEMAS.map((schema) => ({ schema, password: ROLE_PASSWORD }));
    const databaseUrls = await provisionSchemas(testDatabase.url, owners);
    const environment = {
      SANDBOX_DAILY_CALLS: '1000000',
      SANDBOX_REQUESTS_PER_HOUR: '1000000',
      SANDBOX_PROVIDER_C_PER_MINUTE: '1000000',
      ...(bankAccounts === 'all' ? {} : { SANDBOX_ACCOUNTS: String(bankAccounts) }),
    };
    const sandbox = await startSandboxProcess(dataDir, 0, { build: BUILD, environment });
    ends.push(() => sandbox.child.stop());
    const kafka =
      shape === 'five on Kafka' ? await ProvisionedKafka.start(testDatabase.url, ROLE_PASSWORD) : null;
    if (kafka) ends.push(() => kafka.stop());
    const kafkaBrokers = kafka?.brokers ?? null;
    const kafkaSignIns = kafka?.signIns();
    const apiPort = sendsMail ? await freePort() : 0;
    const all = {
      TRUSTED_PROXIES: PROXY,
      ...(await furtherProviders(sandbox)),
      ...(sendsMail ? mailSettings(apiPort) : {}),
      ...overrides,
    };
    const settings = {
      databaseUrls,
      secrets,
      sandbox,
      apiPort,
      kafkaBrokers,
      kafkaSignIns,
      overrides: all,
    };
    const children = kafka
      ? SERVICES.map((service) => forkService(service, settings, dataDir))
      : [forkOne(settings, dataDir)];
    // Restarted services replace those of a crash in the list.
    ends.push(() => Promise.all(children.map((child) => child.stop())));
    const urls = await Promise.all(children.map(addressOf));
    const url = urls[children.findIndex(({ name }) => !kafka || name === 'api-gateway')] ?? '';
    const access = await openAccessDatabase(databaseUrls.get(schemaOf('api-gateway')) ?? '');
    ends.push(() => access.close());
    return new AttackedSystem(
      shape,
      url,
      sandbox,
      settings,
      dataDir,
      testDatabase,
      access,
      children,
      kafka,
      ends,
    );
  }

  /** The settings of the operator's command. */
  get operatorSettings(): Readonly<Record<string, string>> {
    return {
      DATABASE_ADMIN_URL: this.testDatabase.url,
      OPERATOR_NAME: 'attacked',
      TRIBUTARY_URL: this.url,
    };
  }

  get control(): SandboxControl {
    return new SandboxControl(this.sandbox);
  }

  /** Returns the ids of all processes, by service; a single process has the name `tributary`. */
  pids(): ReadonlyMap<string, number> {
    return new Map(this.children.map(({ name, process }) => [name, process.pid ?? 0]));
  }

  async user(name: string, plan: Plan = 'PRO'): Promise<AttackedUser> {
    const email = `${name}@example.org`;
    const { id } = await createUser(this.access, { email, name, plan });
    return { id, email, token: await this.token({ userId: id }) };
  }

  /** Returns the code for the first user as the terminal shows it; null if there is an administrator. */
  firstRunCode(): Promise<string | null> {
    return createFirstRunCode(this.access);
  }

  /** Creates a token as the owner, restricted or not. */
  async token(wanted: Omit<NewPersonalToken, 'name'>): Promise<string> {
    return (await issuePersonalToken(this.access, { name: 'attacks', ...wanted })).token;
  }

  /**
   * Connects the sandbox's bank, like a user with a browser, and waits for the history of its accounts.
   * @returns the ids of the first hundred accounts
   */
  async connectBank(user: AttackedUser): Promise<string[]> {
    const { token } = user;
    const { authUrl } = await this.beginConnection(token, 'BERKA');
    await (await this.browserOf(user)).consent(authUrl);
    const ledger = await this.control.bankLedger('BERKA');
    const booked = ledger.accounts.reduce((sum, one) => sum + one.transaction_count, 0);
    await eventually(
      async () => {
        const { body } = await this.rest('GET', '/finance/transactions?page[size]=1', token);
        const { total } = body['meta'] as { readonly total: number };
        if (total < booked) throw new Error(`${total} of ${booked} transactions are there`);
      },
      { timeoutMs: SYNCED_WITHIN_MS },
    );
    const accounts = await this.data<{ id: string }[]>(
      'GET',
      '/finance/accounts?sort=id&page[size]=100',
      token,
    );
    return accounts.map(({ id }) => id);
  }

  /** Returns a signed-out browser in its own network. */
  guest(): Visitor {
    this.guests += 1;
    return new Visitor(this.url, inOwnNetwork(GUESTS_FROM + this.guests));
  }

  /**
   * Returns a browser in which the user is signed in. It has its own network, because attackers' networks get limited.
   */
  async browserOf({ id }: AttackedUser): Promise<Visitor> {
    const visitor = new Visitor(this.url, inOwnNetwork(id));
    return visitor.setCookie(SESSION_COOKIE, await beginSession(this.access, id));
  }

  /**
   * Begins a connection.
   * @param externalId of an institution; waits until it is listed
   */
  async beginConnection(
    token: string,
    externalId: string,
    redirectUrl = 'https://client.example/done',
  ): Promise<{ id: string; authUrl: string }> {
    const institution = await eventually(
      async () => {
        const list = `/finance/institutions?filter[external_id]=${encodeURIComponent(externalId)}`;
        const [found] = await this.data<{ id: string }[]>('GET', list, token);
        if (!found) throw new Error('the institution is not listed yet');
        return found;
      },
      { timeoutMs: SYNCED_WITHIN_MS },
    );
    const { id, auth_url: authUrl } = await this.data<{ id: string; auth_url: string }>(
      'POST',
      '/finance/connections',
      token,
      { institution_id: institution.id, redirect_url: redirectUrl },
    );
    return { id, authUrl };
  }

  /** Queries as a role with access to every schema. */
  async sql<Row extends object>(statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.testDatabase.url });
    await client.connect();
    try {
      return (await client.query<Row>(statement, [...parameters])).rows;
    } finally {
      await client.end();
    }
  }

  /** Does the work while the statement's locks are held. */
  async whileLocked<T>(
    statement: string,
    parameters: readonly unknown[],
    work: () => Promise<T>,
  ): Promise<T> {
    const client = new Client({ connectionString: this.testDatabase.url });
    await client.connect();
    try {
      await client.query('begin');
      await client.query(statement, [...parameters]);
      return await work();
    } finally {
      await client.end();
    }
  }

  /**
   * Runs an attack while a client checks the gateway's liveness.
   * @returns the longest time without a response
   */
  async waitedDuring(attack: () => Promise<unknown>): Promise<number> {
    const pids = this.pids();
    const probed = pids.get('api-gateway') ?? pids.get(ONE_PROCESS) ?? 0;
    const wait = new OwnWait(probed, [...pids.values()]);
    let isOver = false;
    const attacked = attack().finally(() => (isOver = true));
    let longest = 0;
    do {
      const waited = await wait.of(async () => {
        const { ok } = await fetch(`${this.url}/health/live`);
        if (!ok) throw new Error('the process is not alive');
      });
      longest = Math.max(longest, waited);
    } while (!isOver);
    await attacked;
    return longest;
  }

  /** Kills the process of a service, and starts it again at the same address. */
  async crash(service: ServiceName): Promise<void> {
    const index = this.children.findIndex(({ name }) => name === service || name === ONE_PROCESS);
    const process = this.children[index]?.process;
    if (!process) throw new Error(`${service} has no process`);
    const ended = once(process, 'exit');
    process.kill('SIGKILL');
    await ended;
    const settings = { ...this.settings, apiPort: Number(new URL(this.url).port) };
    const child = this.kafka ? forkService(service, settings, this.dataDir) : forkOne(settings, this.dataDir);
    this.children[index] = child;
    await addressOf(child);
  }

  /** Returns a service's settings, for parts of it that a test starts or connects to. */
  environmentOf(service: ServiceName): Record<string, string> {
    return serviceEnvironment(service, this.settings);
  }

  /** Returns the code in the link of the latest mail of this kind to the address. */
  async codeTo(address: string, kind: string): Promise<string> {
    const [mail] = await this.sql<{ message_id: string }>(
      'select message_id from api_gateway.mails where address = $1 and kind = $2 order by id desc limit 1',
      [address, kind],
    );
    if (!mail) throw new Error(`there is no mail ${kind} to ${address}`);
    return mailCodeOf(this.environmentOf('api-gateway')['ENCRYPTION_KEY'] ?? '', mail.message_id);
  }

  /** Returns all logs so far. */
  logs(): string {
    return [ONE_PROCESS, ...SERVICES]
      .map((name) => this.dataDir.path('logs', `${name}.log`))
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'utf8'))
      .join('');
  }

  stop(): Promise<void> {
    return endAll(this.ends);
  }
}

/** Settings for open sign-up by mail. No mail server listens at the port. */
function mailSettings(apiPort: number): Record<string, string> {
  return {
    SIGN_UP: 'open',
    PUBLIC_URL: `http://127.0.0.1:${apiPort}`,
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'Tributary <tributary@money.example>',
  };
}

/** Ends a started part of the system. */
type End = () => unknown;

/**
 * Ends the parts, the latest first, because parts use those that were started before them. If one fails, the others are
 * ended nevertheless.
 */
async function endAll(ends: readonly End[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of [...ends].reverse()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'parts of the system did not end');
}

/** Returns settings for the other providers; the demo's settings are for PROVIDER_A alone. */
async function furtherProviders(sandbox: SandboxProcess): Promise<Record<string, string>> {
  const application = await new SandboxControl(sandbox).providerBApplication();
  return {
    PROVIDER_B_BASE_URL: sandbox.providerBUrl,
    PROVIDER_B_APPLICATION_ID: application.application_id,
    PROVIDER_B_PRIVATE_KEY_PEM: application.private_key,
    PROVIDER_C_BASE_URL: sandbox.providerCUrl,
    PROVIDER_C_CLIENT_ID: SANDBOX_CREDENTIALS.providerCClientId,
    PROVIDER_C_CONSUMER_KEY: SANDBOX_CREDENTIALS.providerCConsumerKey,
    // In production such a server must have a public address; each sync checks it again.
    SIMPLEFIN_ALLOWED_NETWORKS: '127.0.0.1/32',
    SIMPLEFIN_SHARE_ANSWERS_MS: '0',
  };
}

async function addressOf(child: Child): Promise<string> {
  const { url } = await readyMessage<{ url: string }>(child);
  return url;
}

function forkOne(settings: SystemSettings, dataDir: DataDir): Child {
  const child = startChild({
    name: ONE_PROCESS,
    script: path.join(workspaceRoot(), 'dist-test/apps/all-in-one/test/attacks/one-process.main.js'),
    environment: settings.overrides ?? {},
    logFile: dataDir.path('logs', 'processes.log'),
  });
  const { child: _process, ...urls } = settings.sandbox;
  child.process.send({
    settings: { ...settings, sandbox: urls, databaseUrls: [...settings.databaseUrls] },
    logFile: dataDir.path('logs', 'tributary.log'),
  });
  return child;
}

function forkService(service: ServiceName, settings: SystemSettings, dataDir: DataDir): Child {
  return startChild({
    name: service,
    script: mainScriptOf(service, BUILD),
    environment: serviceEnvironment(service, settings),
    logFile: dataDir.path('logs', `${service}.log`),
  });
}
