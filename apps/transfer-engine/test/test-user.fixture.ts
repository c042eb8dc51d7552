import {
  Caller,
  CommandContract,
  CommandPayload,
  CommandResult,
  EventContract,
  EventPayload,
  ownerOf,
  ShapedTransaction,
  TransactionShapedV1,
  TransferLoggedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { LedgerRow, LinkOverrides, LogEntry, TransferEngineFixture } from './transfer-engine.fixture';

const ACCOUNTS_MAX = 1000;
const TRANSACTIONS_MAX = 100_000;
/** Of a failing test only. */
const BOUND = { timeoutMs: 60_000 };

interface AtBudgeta {
  readonly login: string;
  readonly token: string;
}

let users = 0;

/**
 * A user of the service with a budget of their own at BUDGETA: everything that a test does and looks at here is theirs
 * alone, so that the tests of a suite share one service in any order. Tests count their transactions from 1; on the bus
 * their ids differ from those of every other test.
 */
export class TestUser {
  readonly caller: Caller;
  /** The first of the user's accounts; those after it are free, too. */
  readonly accountId: number;
  private readonly transactionsBefore: number;
  private readonly faults: number[] = [];

  private constructor(
    readonly service: TransferEngineFixture,
    readonly atBudgeta: AtBudgeta,
  ) {
    users += 1;
    this.caller = ownerOf(users);
    this.accountId = users * ACCOUNTS_MAX;
    this.transactionsBefore = users * TRANSACTIONS_MAX;
  }

  static async of(service: TransferEngineFixture): Promise<TestUser> {
    return new TestUser(service, await service.control<AtBudgeta>('POST', '/budgeta/users'));
  }

  get id(): number {
    return this.caller.userId;
  }

  get database() {
    return this.service.database;
  }

  send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    caller: Caller = this.caller,
    idempotencyKey?: string,
  ): Promise<CommandResult<C>> {
    return this.service.send(contract, payload, caller, idempotencyKey);
  }

  /** Makes, changes or deletes one link. @returns it as it is then */
  createLink(link: Parameters<TransferEngineFixture['createLink']>[0], caller: Caller = this.caller) {
    return this.service.createLink(link, caller);
  }

  changeLink(change: Parameters<TransferEngineFixture['changeLink']>[0], caller: Caller = this.caller) {
    return this.service.changeLink(change, caller);
  }

  deleteLink(id: number, caller: Caller = this.caller) {
    return this.service.deleteLink(id, caller);
  }

  connect(caller: Caller = this.caller) {
    return this.service.connect(caller, this.atBudgeta.token);
  }

  account(id = this.accountId, version = 1, currency = 'EUR'): Promise<void> {
    return this.service.account(id, this.id, version, currency);
  }

  /** An account, a connection, and a link between the account and a budget account. */
  linked(overrides: LinkOverrides = {}) {
    const link = { financial_account_id: this.accountId, ...overrides };
    return this.service.linked(link, this.caller, this.atBudgeta.token);
  }

  /** What the rule engine publishes of the user's transactions. */
  shape(transactions: readonly ShapedTransaction[], accountId = this.accountId): Promise<void> {
    return this.service.publish(TransactionShapedV1, accountId, this.shapedOf(transactions, accountId));
  }

  shapedOf(transactions: readonly ShapedTransaction[], accountId = this.accountId) {
    return {
      financialAccountId: accountId,
      userId: this.id,
      cause: 'INGESTED' as const,
      transactions: transactions.map((one) => ({ ...one, id: one.id + this.transactionsBefore })),
    };
  }

  /** The rows of the user's budget, deleted ones too, by date of writing. */
  async ledger(): Promise<LedgerRow[]> {
    const { accounts } = await this.budget();
    return accounts.flatMap(({ transactions }) => transactions);
  }

  async summary(): Promise<Record<string, number>> {
    return (await this.budget()).summary;
  }

  /** Of the user's next requests to BUDGETA. Gives its id. */
  async fault(fault: Record<string, unknown>): Promise<number> {
    const { token } = this.atBudgeta;
    const set = { target: 'budgeta', token, ...fault };
    const { id } = await this.service.control<{ id: number }>('POST', '/faults', set);
    this.faults.push(id);
    return id;
  }

  /** How many of the user's requests have met a fault. */
  async faultsMet(): Promise<number> {
    const faults = await this.service.control<{ id: number; applied: number }[]>('GET', '/faults');
    return faults.filter(({ id }) => this.faults.includes(id)).reduce((sum, { applied }) => sum + applied, 0);
  }

  /** Ends the user's faults, or one of them. */
  async endFaults(ids = this.faults): Promise<void> {
    for (const id of ids) await this.service.control('DELETE', `/faults/${id}`);
  }

  /** Calls BUDGETA as the user would, by hand. */
  byHand(method: string, path: string, body?: unknown): Promise<Record<string, unknown>> {
    return this.service.byHand(method, path, body, this.atBudgeta.token);
  }

  /** Waits until none of the user's transfers waits to be sent (now) or is on its way, and the events are out. */
  async idle(): Promise<void> {
    await eventually(async () => {
      const [row] = await this.database.query<{ waiting: number }>(
        `select (select count(*) from transfers
                  where user_id = $1 and state = 'PENDING' and due_at < now() + interval '1 minute')
              + (select count(*) from dispatch_claims join dispatch_leases using (unit_id)
                   join destination_units u on u.id = unit_id
                  where u.user_id = $1 and lease_until > now())
              + (select count(*) from outbox) as waiting`,
        [this.id],
      );
      expect(row?.waiting).toBe(0);
    }, BOUND);
  }

  async states() {
    const rows = await this.database.query<{
      transactionId: number;
      state: string;
      operation: string | null;
      error: string | null;
    }>(
      `select transaction_id as "transactionId", state, operation, last_error as error from transfers
        where user_id = $1 order by transaction_id, id`,
      [this.id],
    );
    return rows.map((row) => ({ ...row, transactionId: row.transactionId - this.transactionsBefore }));
  }

  /** The published states of the user's transfers, in order. */
  logged(): LogEntry[] {
    return this.of(TransferLoggedV1)
      .flatMap(({ entries }) => entries)
      .map((entry) => ({ ...entry, transactionId: entry.transactionId - this.transactionsBefore }));
  }

  /** What the service has published of the user. */
  of<C extends EventContract>(contract: C): EventPayload<C>[] {
    return this.service.of(contract).filter((payload) => (payload as { userId: number }).userId === this.id);
  }

  /**
   * Keeps the user's budgets as another instance of the service does that has claimed them: nothing is sent until
   * `letSend`.
   */
  async holdSending(): Promise<void> {
    await this.database.execute(
      `insert into dispatch_leases as l (unit_id, fence, lease_until)
       select id, 1, clock_timestamp() + interval '1 hour' from destination_units where user_id = ${this.id}
       on conflict (unit_id) do update set fence = l.fence + 1, lease_until = excluded.lease_until`,
    );
  }

  /** The leases of the user's budgets have run out. */
  async letSend(): Promise<void> {
    await this.database.execute(
      `update dispatch_leases set lease_until = clock_timestamp() - interval '1 second'
        where unit_id in (select id from destination_units where user_id = ${this.id})`,
    );
  }

  private budget() {
    return this.service.control<{
      summary: Record<string, number>;
      accounts: { transactions: LedgerRow[] }[];
    }>('GET', `/ledger/budgeta?login=${this.atBudgeta.login}`);
  }
}
