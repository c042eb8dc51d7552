import type { Scope } from './scope';

/** The requested resource of an account; `account` needs no bank. */
export type AccountResource = Scope | 'account';

/** All requests for each resource of an account, refused ones too. */
export class RequestCounts {
  /** By resource, then by account: summaries read thousands of them, and would build a key for each. */
  private readonly counts = new Map<AccountResource, Map<string, number>>();

  constructor(private readonly onCounted: (account: string, resource: AccountResource) => void) {}

  count(account: string, resource: AccountResource): void {
    this.restore(account, resource);
    this.onCounted(account, resource);
  }

  of(account: string, resource: AccountResource): number {
    return this.counts.get(resource)?.get(account) ?? 0;
  }

  /** As at the start. */
  reset(): void {
    this.counts.clear();
  }

  restore(account: string, resource: AccountResource): void {
    const ofResource = this.counts.get(resource) ?? new Map<string, number>();
    this.counts.set(resource, ofResource.set(account, this.of(account, resource) + 1));
  }
}
