import { FairShares } from '@tributary/persistence';

/**
 * The slots in which accounts are read, each for as long as its bank takes to answer. One user has a part of them at most:
 * however many servers of a user's own answer late, others' accounts are read meanwhile.
 */
export class SyncSlots {
  private readonly shares: FairShares;
  private readonly waiting = new Map<Promise<void>, number>();

  /** @param perUser a third as many are kept for others */
  constructor(perUser: number) {
    const total = perUser + Math.ceil(perUser / 3);
    this.shares = new FairShares({ total, perUser, waitingPerUser: Number.POSITIVE_INFINITY });
  }

  /** Users with accounts that wait beside the loop: no more of theirs need to be claimed. */
  get waitingUsers(): readonly number[] {
    return [...new Set(this.waiting.values())];
  }

  /** Whether the user has all slots of one user. */
  isAtLimit(userId: number): boolean {
    return this.shares.isAtLimit(userId);
  }

  /** Notes what waits beside the loop. @param begun never rejects */
  wait(userId: number, begun: Promise<void>): void {
    this.waiting.set(begun, userId);
    void begun.then(() => this.waiting.delete(begun));
  }

  /** Resolves when nothing waits beside the loop. */
  async noneWaits(): Promise<void> {
    await Promise.all(this.waiting.keys());
  }

  /** @returns what releases the slot; null if there was none within the time, or the signal came first */
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
