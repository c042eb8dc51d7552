import { LRUCache } from 'lru-cache';
import { outsideRequests, Queryable } from '@tributary/persistence';
import { upToEntries } from './lru-options';
import { addRequests, deleteRequestCounts } from './request-counts.store';
import { chunkOf, grantedOf, minuteAt, remainingOf, Share, windowAt } from './shared-allowance';

/** Whether a request may pass, and the headers about the limit. */
export interface Verdict {
  readonly isAllowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the count begins again. */
  readonly resetS: number;
}

const SUBJECTS_MAX = 50_000;

/**
 * Counts requests by subject (a user, a network) over all instances. Each instance takes chunks from one count in the
 * database, so that the limit is never exceeded and few requests need the database.
 */
export class RateLimiter {
  private readonly shares = new LRUCache<string, Share>(upToEntries(SUBJECTS_MAX));
  private readonly asking = new Map<string, Promise<void>>();
  private tidiedMinute = 0;

  constructor(
    private readonly database: Queryable,
    private readonly limit: number,
    /** Duration of a window in whole minutes. */
    private readonly windowS: number,
    private readonly now: () => number = Date.now,
  ) {}

  /** Counts one request. */
  async spend(subject: string): Promise<Verdict> {
    for (;;) {
      const { window, resetS } = windowAt(this.now(), this.windowS);
      const share = this.shareIn(window, subject);
      if (share.left > 0) {
        const rest = { ...share, left: share.left - 1 };
        this.shares.set(subject, rest);
        return { isAllowed: true, limit: this.limit, remaining: remainingOf(this.limit, rest), resetS };
      }
      if (share.taken >= this.limit) return { isAllowed: false, limit: this.limit, remaining: 0, resetS };
      await this.fetchShareOnce(window, subject);
    }
  }

  private shareIn(window: number, subject: string): Share {
    const known = this.shares.get(subject);
    return known?.window === window ? known : { window, left: 0, taken: 0 };
  }

  /** Fetches a share of the limit. Requests that come during the fetch wait for the same share. */
  private async fetchShareOnce(window: number, subject: string): Promise<void> {
    const under = this.asking.get(subject);
    if (under) return under;
    const share = outsideRequests(() => this.fetchShare(window, subject)).finally(() =>
      this.asking.delete(subject),
    );
    this.asking.set(subject, share);
    return share;
  }

  private async fetchShare(window: number, subject: string): Promise<void> {
    const chunk = chunkOf(this.limit);
    const taken = (await addRequests(this.database, { subject, window }, chunk)) ?? this.limit;
    const { left } = this.shareIn(window, subject);
    this.shares.set(subject, { window, left: left + grantedOf(this.limit, chunk, taken), taken });
    await this.forgetOld(minuteAt(this.now()));
  }

  /** Deletes counts of windows that ended more than a minute ago, since clocks differ; once a minute. */
  private async forgetOld(minute: number): Promise<void> {
    if (minute === this.tidiedMinute) return;
    this.tidiedMinute = minute;
    await deleteRequestCounts(this.database, minute - 1);
  }
}
