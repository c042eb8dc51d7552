import type { Store } from '../state/store';
import type { Scope } from './scope';

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

  /** As at the start. */
  reset(): void {
    this.counts.clear();
  }
}
