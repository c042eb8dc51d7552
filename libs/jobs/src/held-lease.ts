import { TransientError } from '@tributary/persistence';

/** A moment, by both of the machine's clocks. */
export interface Moment {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

export function momentNow(): Moment {
  return { monotonicMs: performance.now(), wallMs: Date.now() };
}

/**
 * Returns the elapsed time by the clock that shows more. The monotonic clock stops while a machine sleeps, and the wall
 * clock is sometimes set back. A time that is too long costs only another statement.
 */
function msSince({ monotonicMs, wallMs }: Moment): number {
  return Math.max(performance.now() - monotonicMs, Date.now() - wallMs);
}

/** Identifies one claim of a row. */
export interface Claim {
  readonly id: number;
  /** Rises with every claim: changes by a former owner are refused. */
  readonly fence: number;
}

/**
 * Thrown if another process has the lease, or if it was released or ended meanwhile. The work under the lease is not
 * saved. The error is transient, because the new owner does the work.
 */
export class LeaseLostError extends TransientError {
  override readonly name = 'LeaseLostError';

  /** @param row the leased row, such as `unit 17` */
  constructor(
    readonly lease: Claim,
    row: string,
  ) {
    super(`the lease of ${row} was lost`);
  }
}

/**
 * A lease that this process has claimed, as far as the process knows; the database decides who has it. The age counts
 * from before the statement that claimed or renewed it, so this side never assumes the lease for longer than the
 * database does.
 */
export class HeldLease implements Claim {
  private isLost = false;

  constructor(
    readonly id: number,
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

  /**
   * Runs work that renews the lease in the database. @param work throws if the lease was not renewed
   * @returns its result
   */
  async renewedBy<T>(work: () => Promise<T>): Promise<T> {
    const asked = momentNow();
    const result = await work();
    this.renewed(asked);
    return result;
  }

  /**
   * Notes a renewal.
   * @param asked moment before the statement that renewed the lease
   */
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

/**
 * Claims rows. @param claim the owner's statement: it raises the fence of each row that it claims
 * @returns each claimed row with its lease
 */
export async function claimLeases<Row extends Claim>(
  leaseMs: number,
  claim: () => Promise<readonly Row[]>,
): Promise<(readonly [Row, HeldLease])[]> {
  const asked = momentNow();
  const rows = await claim();
  return rows.map((row) => [row, new HeldLease(row.id, row.fence, leaseMs, asked)] as const);
}
