import type { BrokerageAccount } from '../brokerage/brokerage-account';
import type { BrokerageHouse } from '../brokerage/brokerage-house';
import { RollingLimit } from '../metering/rolling-limit';
import { Company, type CompanySetting } from '../state/company';
import { accountIdOf, Connections, type Connection } from './connections';
import { notFound } from './problem';
import type { ProviderCKey } from './signatures';

export interface ProviderCSetting extends CompanySetting {
  readonly house: BrokerageHouse;
  readonly keys: readonly ProviderCKey[];
  readonly requestsPerMinute: number;
}

const MINUTE_MS = 60_000;
const PAGE_MAX = 1000;
/** The published limit of one account, which personal keys alone have. */
const ACCOUNT_REQUESTS_PER_MINUTE = 10;

export const COUNTED_RESOURCES = ['account', 'balances', 'positions', 'activities'] as const;
export type CountedResource = (typeof COUNTED_RESOURCES)[number];

/** The memory of PROVIDER_C, replayed at the start. */
export class ProviderCState extends Company {
  readonly house = this.setting.house;
  readonly keys = this.setting.keys;
  readonly connections = new Connections(this.now, this.store);
  readonly clientLimit = new RollingLimit(this.setting.requestsPerMinute, MINUTE_MS, this.now);
  readonly accountLimit = new RollingLimit(ACCOUNT_REQUESTS_PER_MINUTE, MINUTE_MS, this.now);
  /** The most rows in one page. */
  pageMax = PAGE_MAX;
  /** Accounts, by key, that are reported as still loading. */
  readonly loading = new Set<string>();
  private readonly requests = new Map<string, number>();

  constructor(private readonly setting: ProviderCSetting) {
    super('provider-c', setting);
    this.store.replay();
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

  /** Requests since the start of this process, refused ones too. */
  requestCount(accountKey: string, resource: CountedResource): number {
    return this.requests.get(`${accountKey}/${resource}`) ?? 0;
  }

  /** Restores the state at the start. */
  reset(): void {
    this.pageMax = PAGE_MAX;
    this.loading.clear();
    this.requests.clear();
    for (const part of [this.connections, this.clientLimit, this.accountLimit, this.retryWindows])
      part.reset();
  }
}
