import {
  Caller,
  CommandContract,
  CommandPayload,
  CommandResult,
  commandGroup,
  commandTopic,
  EventContract,
  EventPayload,
  EVENTS,
  FieldErrors,
  SERVICES,
} from '@tributary/contracts';
import {
  CommandServer,
  Consumption,
  InProcessBroker,
  InProcessEngine,
  RegisteredCommand,
} from '@tributary/messaging';
import { Paginated } from '@tributary/http';
import { Database } from '@tributary/persistence';
import {
  commandTrust,
  createPino,
  EnvironmentReader,
  PLATFORM_MIGRATIONS,
  readPlatformConfig,
  RunningService,
  ServiceLogger,
} from '@tributary/service';
import {
  createServiceDatabase,
  inviteVisitors,
  onlyUrlOf,
  ServiceDatabase,
  ServiceSchema,
} from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { ApiGatewayConfig, readApiGatewayConfig } from '../src/api-gateway.config';
import { createUser } from '../src/auth/create-user';
import { issuePersonalToken, NewPersonalToken } from '../src/auth/issue-personal-token';
import { Plan } from '../src/auth/plans';
import { MIGRATIONS } from '../src/migrations/migrations';
import { LIMITS } from '../src/rate-limits/limits';
import { invite } from '../src/users/invitations';
import { startApiGateway } from '../src/start-api-gateway';
import { DatabaseLine } from './database-line';
import { DeclaredAnswers } from './declared-answers';
import { routesOf, ServedRoute } from './served-routes';

type Fields = Record<string, unknown>;

const SCHEMA: ServiceSchema = {
  schema: 'api_gateway',
  migrations: [...PLATFORM_MIGRATIONS, ...MIGRATIONS],
};

/** What came back, its body parsed. */
export interface Answer<Body = Fields> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body;
}

/** A list, or why there is none. */
export type ListBody = Paginated<Fields> & { readonly message?: string; readonly errors?: FieldErrors };

export interface Request {
  readonly token?: string;
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** An owner's side of a command, played by the test. */
export interface FakeCommand<C extends CommandContract = CommandContract> {
  readonly contract: C;
  readonly answer: (payload: CommandPayload<C>, caller: Caller) => CommandResult<C>;
}

/** Declares a fake with its types taken from the contract. */
export function fake<C extends CommandContract>(contract: C, answer: FakeCommand<C>['answer']): FakeCommand {
  return { contract, answer: answer };
}

/** The real gateway over HTTP, on a database and a broker of its own; the test plays the other services. */
export class GatewayUnderTest {
  readonly engine: InProcessEngine;
  /** No answer to a test's request may be other than the OpenAPI document says. */
  private readonly declared: DeclaredAnswers;

  private constructor(
    private readonly running: RunningService,
    private readonly databaseOfTest: ServiceDatabase,
    readonly databaseLine: DatabaseLine,
    private readonly broker: InProcessBroker,
    readonly config: ApiGatewayConfig,
  ) {
    this.engine = new InProcessEngine(broker);
    this.declared = new DeclaredAnswers(config.basePath);
  }

  static async start(settings: Record<string, string> = {}): Promise<GatewayUnderTest> {
    const databaseOfTest = await createServiceDatabase([SCHEMA]);
    const databaseLine = await DatabaseLine.to(onlyUrlOf(databaseOfTest));
    const env = new EnvironmentReader({
      DATABASE_URL: databaseLine.url,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      HOST: '127.0.0.1',
      SIGN_UP: 'invitation',
      ...Object.fromEntries(Object.values(LIMITS).map(({ setting }) => [setting, '1000000'])),
      ...settings,
    });
    const config = readApiGatewayConfig(readPlatformConfig('api-gateway', env), env);
    env.check('api-gateway');
    const broker = brokerForGateway(config.partitions);
    const logger = new ServiceLogger(createPino({ service: 'api-gateway', level: 'silent' }));
    const running = await startApiGateway(config, { broker, logger });
    const gateway = new GatewayUnderTest(running, databaseOfTest, databaseLine, broker, config);
    if (config.signUp === 'invitation') inviteVisitors(gateway.url, () => gateway.invitation());
    return gateway;
  }

  get database(): Database {
    return this.running.app.get(Database);
  }

  /** All routes that the application has, whether a document names them or not. */
  get routes(): ServedRoute[] {
    return routesOf(this.running.app);
  }

  /** Resolves once the gateway has taken the event. */
  async publish<C extends EventContract>(
    contract: C,
    key: number,
    ...payloads: readonly EventPayload<C>[]
  ): Promise<void> {
    await this.engine.publish(
      payloads.map((payload) => ({
        topic: contract.topic,
        key: String(key),
        value: JSON.stringify({
          id: randomBytes(8).toString('hex'),
          type: contract.topic,
          version: contract.version,
          occurredAt: '2026-03-02T06:10:00.000Z',
          payload,
        }),
        headers: {},
      })),
    );
  }

  /** Plays the owner of commands until the consumption is stopped. */
  async playOwner(...fakes: readonly FakeCommand[]): Promise<Consumption> {
    const [first] = fakes;
    if (!first) throw new Error('name the commands to play');
    const commands = fakes.map(({ contract, answer }): [string, RegisteredCommand] => [
      contract.name,
      {
        contract,
        callsOut: false,
        handle: (command, commit) => commit(async () => answer(command.payload, command.caller)),
      },
    ]);
    const { sealing, verification } = commandTrust(this.config);
    const server = new CommandServer(new Map(commands), this.database, this.engine, sealing, verification, {
      onFailure: () => undefined,
    });
    const { service } = first.contract;
    return new InProcessEngine(this.broker).consume({
      group: commandGroup(service),
      topics: [commandTopic(service)],
      concurrency: 2,
      onBatch: (batch) => server.process(batch),
    });
  }

  async user(email: string, plan: Plan = 'PRO'): Promise<number> {
    return (await createUser(this.database, { email, name: 'Maija', plan })).id;
  }

  async token(of: Omit<NewPersonalToken, 'name'>): Promise<string> {
    return (await issuePersonalToken(this.database, { name: 'test', ...of })).token;
  }

  /** The text of an invitation that anybody may use. */
  async invitation(): Promise<string> {
    return (await invite(this.database, { email: null, days: 1 })).text;
  }

  /** Path from the server's root. */
  async request<Body = Fields>(
    path: string,
    { token, method = 'GET', body, headers = {} }: Request = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(new URL(path, this.running.url), {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const answer = (isJson ? await response.json() : await response.text()) as Body;
    this.declared.check(method, new URL(path, this.running.url).pathname, response.status, answer);
    return { status: response.status, headers: response.headers, body: answer };
  }

  /** A GET below `/api/v1`. */
  async get(path: string, token: string): Promise<Answer> {
    return this.request(`/api/v1${path}`, { token });
  }

  /** A GET of a list below `/api/v1`. */
  async list(path: string, token: string): Promise<Answer<ListBody>> {
    return this.request<ListBody>(`/api/v1${path}`, { token });
  }

  get url(): string {
    return this.running.url;
  }

  async stop(): Promise<void> {
    await this.running.stop();
    await this.databaseLine.close();
    await this.databaseOfTest.drop();
  }
}

/** Topics on which the gateway alone must take events, so that a publish ends when it has. */
/** What a gateway that is alone needs of a bus. */
export function brokerForGateway(partitions: number): InProcessBroker {
  const broker = new InProcessBroker();
  broker.declare(
    EVENTS.map(({ topic, consumers }) => ({
      name: topic,
      partitions,
      consumerGroups: consumers.filter((service) => service === 'api-gateway'),
    })),
  );
  broker.declare(
    SERVICES.map((service) => ({
      name: commandTopic(service),
      partitions,
      consumerGroups: [commandGroup(service)],
    })),
  );
  return broker;
}
