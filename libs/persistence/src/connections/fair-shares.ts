/** The limits of a scarce resource. */
export interface ShareLimits {
  /** Maximum for all users together. */
  readonly total: number;
  readonly perUser: number;
  /** Maximum of callers that wait for one user. */
  readonly waitingPerUser: number;
}

/** Too many requests of the user wait already: another would only wait in vain. */
export class TooManyWaitingError extends Error {
  override readonly name = 'TooManyWaitingError';
  readonly retryAfterS = 1;

  constructor() {
    super('Too many requests of this user are under way at once. Wait for their answers, then try again.');
  }
}

interface Waiter {
  readonly begin: () => void;
}

/**
 * Shares slots among users: each user has a few at most, and waiting users take turns, so that a user with a hundred
 * requests delays another user by only one of them.
 */
export class FairShares {
  private busy = 0;
  private readonly busyOf = new Map<number, number>();
  /** Waiting callers by user, in the order of their turns; contains only users with waiters. */
  private readonly waiting = new Map<number, Waiter[]>();

  constructor(private readonly limits: ShareLimits) {}

  /**
   * Waits for a slot. @returns a function that releases it @throws TooManyWaitingError, or the signal's reason when it
   * aborts while the user waits
   */
  async enter(user: number, signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    if (this.hasSlotFor(user)) this.begin(user);
    else await this.turnOf(user, signal);
    return () => this.leave(user);
  }

  /** Number of callers that wait for a slot. */
  get waitingCount(): number {
    return [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  /** Whether the user has as many slots as one user may have. */
  isAtLimit(user: number): boolean {
    return (this.busyOf.get(user) ?? 0) >= this.limits.perUser;
  }

  private hasSlotFor(user: number): boolean {
    return this.busy < this.limits.total && !this.isAtLimit(user);
  }

  private begin(user: number): void {
    this.busy += 1;
    this.busyOf.set(user, (this.busyOf.get(user) ?? 0) + 1);
  }

  private leave(user: number): void {
    this.busy -= 1;
    const left = (this.busyOf.get(user) ?? 1) - 1;
    if (left > 0) this.busyOf.set(user, left);
    else this.busyOf.delete(user);
    this.giveTurns();
  }

  private turnOf(user: number, signal?: AbortSignal): Promise<void> {
    const queue = this.waiting.get(user) ?? [];
    if (queue.length >= this.limits.waitingPerUser) throw new TooManyWaitingError();
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.forget(user, waiter);
        reject(signal?.reason as Error);
      };
      const waiter: Waiter = {
        begin: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      queue.push(waiter);
      this.waiting.set(user, queue);
    });
  }

  private forget(user: number, waiter: Waiter): void {
    const queue = (this.waiting.get(user) ?? []).filter((other) => other !== waiter);
    if (queue.length > 0) this.waiting.set(user, queue);
    else this.waiting.delete(user);
  }

  private giveTurns(): void {
    for (const [user, queue] of this.waiting) {
      if (this.busy >= this.limits.total) return;
      if (!this.hasSlotFor(user)) continue;
      const next = queue.shift();
      this.waiting.delete(user);
      if (queue.length > 0) this.waiting.set(user, queue); // back to the end of the map, so that others come first
      this.begin(user);
      next?.begin();
    }
  }
}
