/** A moment, by both of the machine's clocks. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export function momentNow(): Moment {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

/**
 * The elapsed time by the clock that shows more. The monotonic clock stops while a machine sleeps, and the other one
 * is sometimes set back. A time that is too long only costs another statement.
 */
function msSince({ monotonicMs, wallMs }: Moment): number {
  return Math.max(performance.now() - monotonicMs, Date.now() - wallMs);
}

/**
 * A lease that this process has claimed, as far as the process knows; the database decides who has it. The age counts
 * from before the statement that claimed or renewed it, so this side never assumes the lease for longer than the
 * database does.
 */
export class HeldLease {
  private isLost = false;

  constructor(
    readonly id: number,
    /** Rises with every claim: changes by a former owner are refused. */
    readonly fence: number,
    readonly leaseMs: number,
    private known: Moment,
  ) {}

  /** Whether the lease cannot have ended yet, so that no other process can have it. */
  holds(): boolean {
    return !this.isLost && this.ageMs() < this.leaseMs;
  }

  /** Whether something that must not be done twice may begin. If not, only the database knows. */
  isFresh(): boolean {
    return !this.isLost && this.ageMs() < this.leaseMs / 2;
  }

  /** Whether it is time to renew the lease: early enough that one renewal may fail before it ends. */
  isDue(): boolean {
    return !this.isLost && this.ageMs() >= this.leaseMs / 3;
  }

  /** @param asked moment before the statement that renewed it */
  renewed(asked: Moment): void {
    if (asked.monotonicMs >= this.known.monotonicMs) this.known = asked;
  }

  /** Records that another process has the lease, or that it was released. */
  lost(): void {
    this.isLost = true;
  }

  private ageMs(): number {
    return msSince(this.known);
  }
}
