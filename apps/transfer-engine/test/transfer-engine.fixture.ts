import {
  AccountUpsertedV1,
  Caller,
  CommandPayload,
  CommandResult,
  ConnectDestination,
  CreateTransferLinks,
  DeleteTransferLinks,
  DestinationResource,
  EventContract,
  EventPayload,
  ofEachDestination,
  ownerOf,
  SAMPLE_TIME,
  sampleAccount,
  sampleTransaction,
  ShapedOutput,
  ShapedTransaction,
  TransactionDocument,
  TransactionShapedV1,
  TransferLoggedV1,
  UpdateTransferLinks,
} from '@tributary/contracts';
import { OutgoingMessage } from '@tributary/messaging';
import { callControl, Sandbox, SandboxOptions, startSandbox } from '@tributary/sandbox';
import { EnvironmentReader, PlatformConfig, RunningService } from '@tributary/service';
import { openAll } from '@tributary/testing';
import { eventMessage, ServiceParts, ServiceUnderTest, startParts } from '@tributary/testing/services';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MIGRATIONS } from '../src/migrations/migrations';
import { startTransferEngine } from '../src/platform/start';
import { readConnectorConfigs } from '../src/destinations/connectors';
import { TransferEngineConfig } from '../src/transfer-engine.config';
import { DispatchConfig } from '../src/transfers/dispatch/dispatch-config';

export const USER: Caller = ownerOf(1);
export const ACCOUNT_ID = 17;

/** Transfers that are not sent yet, or are on their way. */
const OPEN_WORK = `select (select count(*) from transfers
                            where state = 'PENDING' and due_at < now() + interval '1 minute')
                        + (select count(*) from dispatch_claims join dispatch_leases using (unit_id)
                            where lease_until > now())`;

export interface FixtureOptions {
  readonly sandbox?: SandboxOptions;
  readonly dispatch?: Partial<DispatchConfig>;
  readonly requestsPerHour?: number;
  /** The last word on the service's settings. */
  readonly configure?: (config: TransferEngineConfig, sandbox: Sandbox) => Promise<TransferEngineConfig>;
}

export interface LedgerRow {
  readonly id: string;
  readonly import_id: string | null;
  readonly amount: number;
  readonly date: string;
  readonly memo: string | null;
  readonly payee: string | null;
  readonly cleared: string;
  readonly deleted: boolean;
}

export type LinkOverrides = Partial<CommandPayload<typeof CreateTransferLinks>['links'][number]>;

export type LogEntry = EventPayload<typeof TransferLoggedV1>['entries'][number];

/** The transfer engine, against the sandbox's budget server. */
export class TransferEngineFixture extends ServiceUnderTest<TransferEngineConfig> {
  private constructor(
    parts: ServiceParts<TransferEngineConfig>,
    readonly sandbox: Sandbox,
  ) {
    super(parts);
  }

  static start(options: FixtureOptions = {}): Promise<TransferEngineFixture> {
    return openAll(async (closing) => {
      const sandbox = closing.add(await startSandbox(sandboxOptions(options)), (one) => one.close());
      const parts = await startParts(closing, {
        service: 'transfer-engine',
        migrations: MIGRATIONS,
        configure: async (platform) => {
          const usual = configFor(platform, sandbox, options);
          return (await options.configure?.(usual, sandbox)) ?? usual;
        },
        start: startTransferEngine,
        openWork: OPEN_WORK,
        caller: USER,
      });
      return new TransferEngineFixture(parts, sandbox);
    });
  }

  /** A second instance beside the first. */
  startAnother(dispatch: Partial<DispatchConfig> = {}): Promise<RunningService> {
    return this.startInstance({ dispatch: { ...this.config.dispatch, ...dispatch } });
  }

  async restart(dispatch: Partial<DispatchConfig> = {}): Promise<void> {
    await this.stopInstances();
    await this.startAnother(dispatch);
  }

  async connect(caller: Caller = USER, accessToken = this.sandbox.credentials.budgeta.token) {
    const payload = { name: 'My budgets', credentials: { type: 'BUDGETA' as const, accessToken } };
    const { connectionId, resources } = await this.send(ConnectDestination, payload, caller);
    return { connectionId, budgetAccounts: budgetAccountsOf(resources) };
  }

  account(id = ACCOUNT_ID, userId = USER.userId, version = 1, currency = 'EUR'): Promise<void> {
    return this.publish(AccountUpsertedV1, id, {
      id,
      version,
      userId,
      createdAt: SAMPLE_TIME,
      updatedAt: SAMPLE_TIME,
      document: { ...sampleAccount, currency },
    });
  }

  /** Makes, changes or deletes one link. @returns it as it is then */
  async createLink(link: CommandPayload<typeof CreateTransferLinks>['links'][number], caller: Caller = USER) {
    return onlyLink(await this.send(CreateTransferLinks, { links: [link], mode: 'all_or_none' }, caller));
  }

  async changeLink(
    change: CommandPayload<typeof UpdateTransferLinks>['changes'][number],
    caller: Caller = USER,
  ) {
    return onlyLink(await this.send(UpdateTransferLinks, { changes: [change], mode: 'all_or_none' }, caller));
  }

  async deleteLink(id: number, caller: Caller = USER) {
    const payload = { transfer_link_ids: [id], mode: 'all_or_none' as const };
    return onlyLink(await this.send(DeleteTransferLinks, payload, caller));
  }

  /** An account, a connection, and a link between the account and a budget account. */
  async linked(overrides: LinkOverrides = {}, caller: Caller = USER, accessToken?: string) {
    await this.account(overrides.financial_account_id ?? ACCOUNT_ID, caller.userId);
    const { connectionId, budgetAccounts } = await this.connect(caller, accessToken);
    const link = await this.createLink(
      {
        financial_account_id: ACCOUNT_ID,
        destination_type: 'BUDGETA',
        destination_id: budgetAccounts[0]?.id ?? 0,
        transfer_start_date: null,
        active: true,
        sync_mode: 'TRANSACTIONS',
        on_booked_change: {},
        ...overrides,
      },
      caller,
    );
    return { link, connectionId, budgetAccounts };
  }

  shape(transactions: readonly ShapedTransaction[], accountId = ACCOUNT_ID): Promise<void> {
    return this.publish(TransactionShapedV1, accountId, {
      financialAccountId: accountId,
      userId: USER.userId,
      cause: 'INGESTED',
      transactions: [...transactions],
    });
  }

  /** The rows of the budget, deleted ones too, by date of writing. */
  async ledger(): Promise<LedgerRow[]> {
    const { accounts } = await this.control<{ accounts: { transactions: LedgerRow[] }[] }>(
      'GET',
      '/ledger/budgeta',
    );
    return accounts.flatMap(({ transactions }) => transactions);
  }

  async summary(): Promise<Record<string, number>> {
    return (await this.control<{ budgeta: Record<string, number> }>('GET', '/summary')).budgeta;
  }

  fault(fault: Record<string, unknown>): Promise<void> {
    return this.control('POST', '/faults', { target: 'budgeta', ...fault });
  }

  /** How many requests have met a fault. */
  async faultsMet(): Promise<number> {
    const faults = await this.control<{ applied: number }[]>('GET', '/faults');
    return faults.reduce((sum, { applied }) => sum + applied, 0);
  }

  /** What the sandbox's control server is asked for. */
  control<T = void>(method: string, path: string, body?: unknown): Promise<T> {
    return callControl<T>(this.sandbox, method, path, body);
  }

  /** Calls BUDGETA as the user would, by hand. */
  async byHand(
    method: string,
    path: string,
    body?: unknown,
    token = this.sandbox.credentials.budgeta.token,
  ): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.sandbox.budgetaUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  /** Waits until no transfer waits to be sent (now), none is on its way, and the events of it are out. */
  idle(): Promise<void> {
    return this.settled();
  }

  states(): Promise<
    { transactionId: number; state: string; operation: string | null; error: string | null }[]
  > {
    return this.database.query(
      `select transaction_id as "transactionId", state, operation, last_error as error from transfers
        order by transaction_id, id`,
    );
  }

  /** The published states of transfers, in order. */
  logged(): LogEntry[] {
    return this.events(TransferLoggedV1).flatMap(({ entries }) => entries);
  }

  /** Everything that it published. */
  get published() {
    return this.received;
  }

  of<C extends EventContract>(contract: C): EventPayload<C>[] {
    return this.events(contract);
  }
}

/** The accounts that can be linked, among what a command answers with. */
export function budgetAccountsOf(resources: readonly DestinationResource[]) {
  return resources.flatMap((resource) =>
    resource.kind === 'BUDGET_ACCOUNT' && !resource.deleted
      ? [{ id: resource.id, name: resource.document.name, note: resource.document.note }]
      : [],
  );
}

/** A transaction as the rule engine shapes it for the links. */
export function shaped(
  id: number,
  linkIds: readonly number[],
  changes: Partial<Omit<ShapedTransaction, 'raw'>> & {
    document?: Partial<TransactionDocument>;
    output?: Partial<ShapedOutput>;
  } = {},
): ShapedTransaction {
  const { document = {}, output = {}, ...rest } = changes;
  return {
    id,
    shapedVersion: 1,
    rawVersion: 1,
    removed: false,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    raw: { ...sampleTransaction, amount: `-${id}.50`, ...document },
    shaped: null,
    hash: `h${id}`,
    outputs: linkIds.map((transferLinkId) => ({
      transferLinkId,
      document: null,
      destinationFields: {},
      skip: false,
      hash: randomUUID(),
      ...output,
    })),
    ...rest,
  };
}

export function message<C extends EventContract>(
  contract: C,
  key: number,
  payload: EventPayload<C>,
): OutgoingMessage {
  return eventMessage(contract, { key, payload });
}

function sandboxOptions(options: FixtureOptions): SandboxOptions {
  return {
    accounts: 3,
    budgetCurrency: 'EUR', // as the sample account
    requestsPerHour: 100_000,
    sheetsLimits: { perProject: 100_000, perUser: 100_000 },
    workspacePerSecond: 100_000,
    ...options.sandbox,
  };
}

function configFor(
  platform: PlatformConfig,
  sandbox: Sandbox,
  options: FixtureOptions,
): TransferEngineConfig {
  return {
    ...platform,
    destinations: {
      ...readConnectorConfigs(new EnvironmentReader({})),
      BUDGETA: {
        baseUrl: sandbox.budgetaUrl,
        pathSegment: 'plans',
        requestsPerHour: options.requestsPerHour ?? 100_000,
        requestTimeoutMs: 5000,
        application: sandbox.credentials.budgeta.application,
        oauthUrl: sandbox.budgetaOAuthUrl,
      },
      BUDGETB: {
        allowedNetworks: ['127.0.0.0/8'],
        processes: 2,
        idleMs: 60_000,
        requestTimeoutMs: 20_000,
        requestsPerMinute: 10_000,
        dataDir: path.join(tmpdir(), 'tributary-budgetb-tests'),
      },
      SHEETS: {
        baseUrl: sandbox.sheetsUrl,
        tokenUrl: `${sandbox.sheetsUrl}/token`,
        authorizeUrl: `${sandbox.sheetsUrl}/auth`,
        application: sandbox.credentials.sheetsApplication,
        requestsPerMinute: 100_000,
        requestTimeoutMs: 5000,
      },
      WORKSPACE: {
        baseUrl: sandbox.workspaceUrl,
        requestsPerSecond: 10_000,
        requestTimeoutMs: 5000,
        application: sandbox.credentials.workspace.application,
      },
    },
    dispatch: {
      rowsMax: 1000,
      lingerMs: 20,
      pollMs: 10,
      slots: 2,
      leaseMs: 10_000,
      requestMs: ofEachDestination(() => 5000),
      attemptsMax: 8,
      backoffMs: 20,
      ...options.dispatch,
    },
  };
}

function onlyLink({ results: [outcome] }: CommandResult<typeof UpdateTransferLinks>) {
  if (!outcome?.link) throw new Error('the command has no link in its result');
  return outcome.link;
}
