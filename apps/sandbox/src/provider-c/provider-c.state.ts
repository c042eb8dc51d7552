import type { BrokerageAccount } from '../brokerage/brokerage-account';
import type { BrokerageHouse } from '../brokerage/brokerage-house';
import { RetryWindows } from '../faults/retry-windows';
import { RollingLimit } from '../metering/rolling-limit';
import type { SandboxClock } from '../state/sandbox-clock';
import { openJournal, type Journal } from '../state/journal';
import { accountIdOf, Connections } from './connections';
import { notFound } from './problem';
import type { Connection, ProviderCEvent } from './provider-c.events';
import type { ProviderCKey } from './signatures';

export interface ProviderCSetting {
  readonly house: BrokerageHouse;
  readonly clock: SandboxClock;
  readonly keys: readonly ProviderCKey[];
  readonly requestsPerMinute: number;
  readonly dataDir?: string;
}

const MINUTE_MS = 60_000;
const PAGE_MAX = 1000;
/** The published limit of one account, which personal keys alone have. */
const ACCOUNT_REQUESTS_PER_MINUTE = 10;

export const COUNTED_RESOURCES = ['account', 'balances', 'positions', 'activities'] as const;
export type CountedResource = (typeof COUNTED_RESOURCES)[number];

/** Everything that PROVIDER_C knows, replayed from its journal at start. */
export class ProviderCState {
  readonly house: BrokerageHouse;
  readonly clock: SandboxClock;
  readonly keys: readonly ProviderCKey[];
  readonly connections: Connections;
  readonly clientLimit: RollingLimit;
  readonly accountLimit: RollingLimit;
  readonly retryWindows: RetryWindows;
  /** Rows in one answer, at most. */
  pageMax = PAGE_MAX;
  /** Accounts, by key, that are reported as still loading. */
  readonly loading = new Set<string>();
  private readonly requests = new Map<string, number>();
  private readonly journal: Journal<ProviderCEvent>;

  constructor(setting: ProviderCSetting) {
    const now = (): number => setting.clock.now();
    this.house = setting.house;
    this.clock = setting.clock;
    this.keys = setting.keys;
    this.connections = new Connections(now, (event) => this.journal.append(event));
    this.clientLimit = new RollingLimit(setting.requestsPerMinute, MINUTE_MS, now);
    this.accountLimit = new RollingLimit(ACCOUNT_REQUESTS_PER_MINUTE, MINUTE_MS, now);
    this.retryWindows = new RetryWindows(now);
    this.journal = openJournal<ProviderCEvent>(setting.dataDir, 'provider-c', (event) => this.replay(event));
  }

  /** The user's account of that id, under the connection that shows it. Throws 404. */
  account(userId: string, id: string): { account: BrokerageAccount; connection: Connection } {
    for (const connection of this.connections.of(userId)) {
      for (const account of this.house.accountsOf(connection.slug)) {
        if (accountIdOf(connection, account.profile.key) === id) return { account, connection };
      }
    }
    throw notFound();
  }

  countRequest(accountKey: string, resource: CountedResource): void {
    const key = `${accountKey}/${resource}`;
    this.requests.set(key, (this.requests.get(key) ?? 0) + 1);
  }

  /** Since the start of this process, refused ones too. */
  requestCount(accountKey: string, resource: CountedResource): number {
    return this.requests.get(`${accountKey}/${resource}`) ?? 0;
  }

  /** As at the start. */
  reset(): void {
    this.pageMax = PAGE_MAX;
    this.loading.clear();
    this.requests.clear();
    for (const part of [this.connections, this.clientLimit, this.accountLimit, this.retryWindows])
      part.reset();
  }

  close(): void {
    this.journal.close();
  }

  private replay(event: ProviderCEvent): void {
    switch (event.kind) {
      case 'user':
        return this.connections.restoreUser(event.user);
      case 'user-deleted':
        return this.connections.forgetUser(event.userId);
      case 'connection':
        return this.connections.restore(event.connection);
      case 'connection-deleted':
        return this.connections.forget(event.id);
      default: {
        const unknown: never = event;
        return unknown;
      }
    }
  }
}
