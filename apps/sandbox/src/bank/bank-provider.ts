import type { FastifyRequest } from 'fastify';
import { Allowances } from '../metering/allowances';
import { SCOPES, type Scope } from '../metering/scope';
import { Company, type CompanySetting } from '../state/company';
import type { Bank } from './bank';
import type { Store } from '../state/store';

/** The requested resource of an account; `account` needs no bank. */
export type AccountResource = Scope | 'account';

interface CountedRequest {
  readonly account: string;
  readonly resource: AccountResource;
}

/** All requests for each resource of an account, refused ones too. */
export class RequestCounts {
  /** Counts by resource, then by account: summaries read thousands of them, and would build a key for each. */
  private readonly counts = new Map<AccountResource, Map<string, number>>();
  readonly count = this.store.event<CountedRequest>('request', ({ account, resource }) => {
    const ofResource = this.counts.get(resource) ?? new Map<string, number>();
    this.counts.set(resource, ofResource.set(account, this.of(account, resource) + 1));
  });

  constructor(private readonly store: Store) {}

  of(account: string, resource: AccountResource): number {
    return this.counts.get(resource)?.get(account) ?? 0;
  }

  /** Clears all counts. */
  reset(): void {
    this.counts.clear();
  }
}

export interface BankProviderSetting extends CompanySetting {
  readonly bank: Bank;
  /** Successful calls a day for each account and scope. */
  readonly dailyCalls: number;
}

/** A provider of the bank's accounts: how often each account was requested, and how often it may be. */
export abstract class BankProvider extends Company {
  readonly bank: Bank;
  readonly allowances: Allowances;
  readonly requests: RequestCounts;
  /** When this process got its first request, in milliseconds since 1970. */
  firstRequestAt: number | null = null;

  constructor(
    readonly name: 'provider-a' | 'provider-b',
    setting: BankProviderSetting,
  ) {
    super(name, setting);
    this.bank = setting.bank;
    this.allowances = new Allowances(setting.dailyCalls, this.now, this.store);
    this.requests = new RequestCounts(this.store);
  }

  /** The bank's account and the resource that a path of the provider requests. */
  abstract requested(url: string): { account: string; resource: AccountResource } | undefined;

  /** Reads a body of the control API. @throws Problem */
  abstract behave(body: unknown): void;

  /** Counts a request of the provider's API, refused ones too. */
  count({ url }: FastifyRequest): void {
    this.firstRequestAt ??= Date.now();
    const requested = this.requested(url);
    if (requested) this.requests.count(requested);
  }

  /** Returns the key of a refusal's waiting time: the account and resource, or the path if there is no account. */
  retryKey({ url }: FastifyRequest): string {
    const requested = this.requested(url);
    return requested ? `${requested.account}/${requested.resource}` : (url.split('?')[0] ?? '');
  }

  /** Whether the bank's allowance covers a call. If it does not, the refusal is counted, and early repeats of the call. */
  covers(account: string, scope: Scope): boolean {
    const { remaining, resetS } = this.allowances.state(account, scope);
    if (remaining > 0) return true;
    this.allowances.refuse(account);
    this.retryWindows.open(`${account}/${scope}`, resetS);
    return false;
  }

  /** The next day begins. */
  renew(): void {
    this.allowances.renew();
    this.retryWindows.endAll();
  }

  /** Restores the state at the start, except for the clients' credentials. */
  reset(): void {
    this.behave({});
    for (const part of [this.allowances, this.requests, this.retryWindows]) part.reset();
  }
}

/** The resource of an account in a path: `account` where the path goes no further. */
export function resourceNamed(name: string | undefined): AccountResource {
  return SCOPES.find((scope) => scope === name) ?? 'account';
}
