import { FairShares } from '@tributary/persistence';

/**
 * The slots in which accounts are read. A sync occupies its slot while its bank is slow. One user gets only a part of
 * the slots, so slow servers of one user do not stop the accounts of others.
 */
export class SyncSlots {
  private readonly shares: FairShares;
  private readonly waiting = new Map<Promise<void>, number>();

  /** @param perUser slots for one user; a third as many again are reserved for other users */
  constructor(perUser: number) {
    const total = perUser + Math.ceil(perUser / 3);
    this.shares = new FairShares({ total, perUser, waitingPerUser: Number.POSITIVE_INFINITY });
  }

  /** Users with accounts in the background queue; the loop claims no more accounts of these users. */
  get waitingUsers(): readonly number[] {
    return [...new Set(this.waiting.values())];
  }

  /** True if the user occupies all slots of one user. */
  isAtLimit(userId: number): boolean {
    return this.shares.isAtLimit(userId);
  }

  /** Records an account that waits in the background. @param begun must never reject */
  wait(userId: number, begun: Promise<void>): void {
    this.waiting.set(begun, userId);
    void begun.then(() => this.waiting.delete(begun));
  }

  /** Resolves when no account waits in the background. */
  async noneWaits(): Promise<void> {
    await Promise.all(this.waiting.keys());
  }

  /** @returns a function that releases the slot; null if none became free in time, or the signal came first */
  async enter(userId: number, withinMs: number, signal: AbortSignal): Promise<(() => void) | null> {
    if (signal.aborted || withinMs <= 0) return null;
    const waiting = new AbortController();
    const giveUp = (): void => waiting.abort();
    const timer = setTimeout(giveUp, withinMs);
    signal.addEventListener('abort', giveUp, { once: true });
    try {
      return await this.shares.enter(userId, waiting.signal);
    } catch (error) {
      if (waiting.signal.aborted) return null;
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', giveUp);
    }
  }
}
