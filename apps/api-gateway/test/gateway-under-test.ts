import {
  Caller,
  CommandContract,
  CommandPayload,
  CommandResult,
  commandGroup,
  commandTopic,
  FieldErrors,
} from '@tributary/contracts';
import { CommandServer, Consumption, RegisteredCommand } from '@tributary/messaging';
import { Paginated } from '@tributary/http';
import { Database } from '@tributary/persistence';
import {
  commandTrust,
  EnvironmentReader,
  PlatformConfig,
  readPlatformConfig,
  RetentionWorker,
  ServiceLogger,
} from '@tributary/service';
import { inviteVisitors, openAll } from '@tributary/testing';
import { ServiceParts, ServiceUnderTest, startParts } from '@tributary/testing/services';
import { ApiGatewayConfig, readApiGatewayConfig } from '../src/api-gateway.config';
import { createUser } from '../src/identity/users/create-user';
import { issuePersonalToken, NewPersonalToken } from '../src/identity/tokens/issue-personal-token';
import { Plan } from '../src/identity/permissions/plans';
import { MIGRATIONS } from '../src/migrations/migrations';
import { LIMITS } from '../src/identity/limits/limits';
import { invite } from '../src/identity/sign-up/invitations';
import { retentions } from '../src/platform/retention';
import { startApiGateway } from '../src/platform/start';
import { DatabaseLine } from './database-line';
import { DeclaredAnswers } from './declared-answers';
import { routesOf, ServedRoute } from './served-routes';

type Fields = Record<string, unknown>;

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

/** The real gateway over HTTP; the test plays the other services. */
export class GatewayUnderTest extends ServiceUnderTest<ApiGatewayConfig> {
  /** No answer to a test's request may be other than the OpenAPI document says. */
  private readonly declared: DeclaredAnswers;

  private constructor(
    parts: ServiceParts<ApiGatewayConfig>,
    readonly databaseLine: DatabaseLine,
  ) {
    super(parts);
    this.declared = new DeclaredAnswers(this.config.basePath);
  }

  static start(settings: Record<string, string> = {}): Promise<GatewayUnderTest> {
    return openAll(async (closing) => {
      let line: DatabaseLine | undefined;
      const parts = await startParts(closing, {
        service: 'api-gateway',
        migrations: MIGRATIONS,
        configure: async (platform) => {
          line = closing.add(await DatabaseLine.to(platform.databaseUrl), (one) => one.close());
          return configOf({ ...platform, databaseUrl: line.url }, settings);
        },
        start: startApiGateway,
      });
      if (!line) throw new Error('the gateway was not configured');
      const gateway = new GatewayUnderTest(parts, line);
      if (gateway.config.signUp === 'invitation') inviteVisitors(gateway.url, () => gateway.invitation());
      return gateway;
    });
  }

  /** The gateway's own, which knows its entities. */
  override get database(): Database {
    return this.instance.app.get(Database);
  }

  /** A worker that deletes ended access, as the running one does. */
  get endedAccess(): RetentionWorker {
    const logger = this.instance.app.get(ServiceLogger);
    return new RetentionWorker(this.database, logger, retentions(this.config).access);
  }

  /** All routes that the application has, whether a document names them or not. */
  get routes(): ServedRoute[] {
    return routesOf(this.instance.app);
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
    return this.engine.consume({
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
    const response = await fetch(new URL(path, this.url), {
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
    this.declared.check(method, new URL(path, this.url).pathname, response.status, answer);
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
    return this.instance.url;
  }
}

function configOf(
  { databaseUrl, encryptionKey, host }: PlatformConfig,
  settings: Readonly<Record<string, string>>,
): ApiGatewayConfig {
  const env = new EnvironmentReader({
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: encryptionKey,
    HOST: host,
    SIGN_UP: 'invitation',
    ...Object.fromEntries(Object.values(LIMITS).map(({ setting }) => [setting, '1000000'])),
    ...settings,
  });
  const config = readApiGatewayConfig(readPlatformConfig('api-gateway', env), env);
  env.check('api-gateway');
  return config;
}
