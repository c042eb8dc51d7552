/** A moment, by both of the machine's clocks. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export function momentNow(): Moment {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

/**
 * By the clock that says more. The monotonic clock stands still while a machine sleeps, and the other one is set back at
 * times. A time that is too long costs no more than a question to the database.
 */
function msSince({ monotonicMs, wallMs }: Moment): number {
  return Math.max(performance.now() - monotonicMs, Date.now() - wallMs);
}

/**
 * A lease that this process has claimed, as far as the process knows. The database decides whose it is. The age counts from
 * before the statement that claimed or renewed it, so this side never assumes it for longer than the database does.
 */
export class HeldLease {
  private isLost = false;

  constructor(
    readonly id: number,
    /** Rises with every claim: what a former holder saves is refused. */
    readonly fence: number,
    readonly leaseMs: number,
    private known: Moment,
  ) {}

  /** Whether no other process can have it yet. */
  holds(): boolean {
    return !this.isLost && this.ageMs() < this.leaseMs;
  }

  /** Whether something that must not be done twice may begin. If not, only the database knows. */
  isFresh(): boolean {
    return !this.isLost && this.ageMs() < this.leaseMs / 2;
  }

  /** Whether it is time to renew it. Renewals begin early enough that one may fail before it is no longer fresh. */
  isDue(): boolean {
    return !this.isLost && this.ageMs() >= this.leaseMs / 3;
  }

  /** @param asked before the statement that renewed it */
  renewed(asked: Moment): void {
    if (asked.monotonicMs >= this.known.monotonicMs) this.known = asked;
  }

  /** Another process has it, or it was released. */
  lost(): void {
    this.isLost = true;
  }

  private ageMs(): number {
    return msSince(this.known);
  }
}
