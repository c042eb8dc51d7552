import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, createTributaryClient, dataOf, type TributaryClient } from '@tributary/client';
import { accountsOf } from '../../apps/all-in-one/src/demo/set-up';
import type { BankTransaction, SandboxControl } from '../../apps/all-in-one/src/demo/sandbox-control';
import { Durations } from './durations';

export interface LoadRates {
  /** New and amended transactions at the bank. */
  readonly transactionsPerS: number;
  /** REST reads; requested syncs come on top. */
  readonly readsPerS: number;
}

export interface LoadClient {
  readonly apiUrl: string;
  readonly token: string;
}

interface Account {
  readonly id: string;
  readonly bankId: string;
  readonly booked: BankTransaction[];
}

/** What a client does to an account at a time: a bank day in small. */
const NEW_AT_ONCE = 1;
const AMENDED_AT_ONCE = 9;
/** Amended are the newest of them. */
const AMENDED_OF = 20;
const TICK_MS = 1000;
const SECONDS_UNDER_WAY_MAX = 5;

const READS = [
  '/finance/transactions?sort=-id&page[size]=25',
  '/finance/transactions?filter[search]=household&sort=-amount&page[size]=25',
  '/finance/transactions?include=transfer_logs&page[size]=10',
  '/finance/accounts?page[size]=50',
  '/finance/connections',
  '/transfer-logs?sort=-id&page[size]=25',
  '/transfer-links?page[size]=25',
  '/rule-logs?page[size]=25',
  '/rules',
  '/webhooks',
];

/**
 * A constant load, second by second: the bank books and amends transactions of some accounts, whose sync is then
 * requested over REST; programs read lists. Accounts take turns. If the system is seconds behind, a second is skipped.
 */
export class Load {
  readonly counts = { booked: 0, amended: 0, syncsAsked: 0, reads: 0, failures: 0, skippedSeconds: 0 };
  readonly failures = new Map<string, number>();
  private readonly readsTook = new Durations();
  private readonly syncsTook = new Durations();
  private readonly underWay = new Set<Promise<void>>();
  private next = 0;
  private number = 0;

  private constructor(
    private readonly client: LoadClient,
    private readonly rest: TributaryClient,
    private readonly control: SandboxControl,
    private readonly accounts: readonly Account[],
    private readonly rates: LoadRates,
  ) {}

  static async over(client: LoadClient, control: SandboxControl, rates: LoadRates): Promise<Load> {
    const rest = createTributaryClient({
      baseUrl: `${client.apiUrl}/api/v1`,
      token: client.token,
      retries: 0,
    });
    const accounts: Account[] = [];
    for await (const account of accountsOf(rest)) accounts.push({ ...account, booked: [] });
    return new Load(client, rest, control, accounts, rates);
  }

  async run(untilMs: number): Promise<void> {
    while (Date.now() < untilMs) {
      const began = Date.now();
      if (this.underWay.size < SECONDS_UNDER_WAY_MAX) this.begin();
      else this.counts.skippedSeconds += 1;
      await pause(Math.max(0, began + TICK_MS - Date.now()));
    }
    await Promise.all(this.underWay);
  }

  /** Milliseconds, from the request to the answer. */
  get latencies() {
    return { read: this.readsTook.figures(), sync: this.syncsTook.figures() };
  }

  private begin(): void {
    const second = this.second().finally(() => this.underWay.delete(second));
    this.underWay.add(second);
  }

  private async second(): Promise<void> {
    const { transactionsPerS, readsPerS } = this.rates;
    const accounts = Math.round(transactionsPerS / (NEW_AT_ONCE + AMENDED_AT_ONCE));
    const work = [
      ...Array.from({ length: accounts }, () => this.work(this.turn())),
      ...Array.from({ length: readsPerS }, (_, at) => this.read(at)),
    ];
    await Promise.all(work);
  }

  private turn(): Account {
    const account = this.accounts[this.next % this.accounts.length];
    this.next += 1;
    if (!account) throw new Error('the bank has no accounts');
    return account;
  }

  private async work(account: Account): Promise<void> {
    const latest = account.booked.slice(-AMENDED_OF);
    const amended = latest.slice(0, AMENDED_AT_ONCE).map((one) => this.worded(one));
    const booked = Array.from({ length: NEW_AT_ONCE }, () => this.booked());
    account.booked.splice(-AMENDED_OF, AMENDED_OF, ...latest.slice(AMENDED_AT_ONCE), ...amended, ...booked);
    await this.control.book(account.bankId, [...amended, ...booked]);
    this.counts.booked += booked.length;
    this.counts.amended += amended.length;
    const began = performance.now();
    await this.attempt('sync', () =>
      dataOf(
        this.rest.POST('/finance/accounts/{accountId}/sync', {
          params: { path: { accountId: account.id } },
          body: {},
        }),
      ),
    );
    this.syncsTook.add(performance.now() - began);
    this.counts.syncsAsked += 1;
  }

  private async read(at: number): Promise<void> {
    const pathAndQuery = READS[(this.counts.reads + at) % READS.length] ?? '/rules';
    await pause((at * TICK_MS) / this.rates.readsPerS);
    const began = performance.now();
    await this.attempt(pathAndQuery, () => this.list(pathAndQuery));
    this.readsTook.add(performance.now() - began);
    this.counts.reads += 1;
  }

  private async list(pathAndQuery: string): Promise<void> {
    const { apiUrl, token } = this.client;
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${apiUrl}/api/v1${pathAndQuery}`, { headers });
    const text = await response.text();
    if (!response.ok) throw new ApiError(response.status, text);
  }

  /** A refusal is a finding, not the end of the run. */
  private async attempt(what: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.counts.failures += 1;
      const message = error instanceof Error ? error.message.slice(0, 120) : String(error);
      const key = `${what}: ${message}`;
      if (this.failures.size < 50 || this.failures.has(key)) {
        this.failures.set(key, (this.failures.get(key) ?? 0) + 1);
      }
    }
  }

  private booked(): BankTransaction {
    this.number += 1;
    return this.worded({
      transactionId: `soak-${this.number}`,
      bookingDate: new Date().toISOString().slice(0, 10),
      transactionAmount: { amount: `-${1 + (this.number % 900)}.50`, currency: 'CZK' },
      creditorName: 'Kahvila',
      remittanceInformationUnstructured: '',
    });
  }

  /** Half of them are met by the demo's rule, and a rule's effect comes and goes with an amendment. */
  private worded(transaction: BankTransaction): BankTransaction {
    const kind = Math.random() < 0.5 ? 'household' : 'leisure';
    const text = `Purchase ${transaction.transactionId} ${kind} ${randomUUID().slice(0, 8)}`;
    return { ...transaction, remittanceInformationUnstructured: text };
  }
}
