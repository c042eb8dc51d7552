import type { Scope } from './scope';

/** The requested resource of an account; `account` needs no bank. */
export type AccountResource = Scope | 'account';

/** All requests for each resource of an account, refused ones too. */
export class RequestCounts {
  private readonly counts = new Map<string, number>();

  constructor(private readonly onCounted: (account: string, resource: AccountResource) => void) {}

  count(account: string, resource: AccountResource): void {
    this.restore(account, resource);
    this.onCounted(account, resource);
  }

  of(account: string, resource: AccountResource): number {
    return this.counts.get(`${account}/${resource}`) ?? 0;
  }

  restore(account: string, resource: AccountResource): void {
    this.counts.set(`${account}/${resource}`, this.of(account, resource) + 1);
  }
}
