import { Queryable, renewLeases } from '@tributary/persistence';
import { HeldLease, momentNow } from './held-lease';

/** Result of renewing a lease. */
export interface Renewal {
  readonly key: number;
  readonly fence: number;
  /** False where another process has it, or it was released. */
  readonly renewed: boolean;
}

export interface LeaseKeeperOptions {
  readonly leaseMs: number;
  /** Renews them in one statement. Leases that it does not return are renewed the next time. */
  readonly renew: (leases: readonly HeldLease[]) => Promise<readonly Renewal[]>;
  /** A renewal failed. The next one comes soon; if none succeeds, another process takes over. */
  readonly onFailure: (error: unknown) => void;
}

/** Number of checks for due leases within the duration of a lease. */
const LOOKS_IN_A_LEASE = 12;

/**
 * Renews leases beside the work under them, however long a call lasts: one statement for all due leases of the
 * process. Work that ends within a third of its lease costs none.
 */
export class LeaseKeeper {
  private readonly kept = new Map<HeldLease, (() => void) | undefined>();
  private timer: NodeJS.Timeout | null = null;
  private renewing = false;

  constructor(private readonly options: LeaseKeeperOptions) {}

  /**
   * Starts renewing a lease. Call `end` with it however the work ends. @param onLost called when another process has
   * it, or it was released
   */
  keep(lease: HeldLease, onLost?: () => void): void {
    this.kept.set(lease, onLost);
    this.timer ??= setInterval(() => void this.look(), this.options.leaseMs / LOOKS_IN_A_LEASE).unref();
  }

  end(lease: HeldLease): void {
    this.kept.delete(lease);
    if (this.kept.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  /**
   * Renews the due leases. Call it before claims: after a time in which neither the process nor the database ran, the
   * process must not claim the jobs that it is working on.
   */
  async renewDue(): Promise<void> {
    const due = [...this.kept.keys()].filter((lease) => lease.isDue());
    if (due.length === 0) return;
    const asked = momentNow();
    const renewals = await this.options.renew(due);
    const found = new Map(renewals.map(({ key, fence, renewed }) => [`${key} ${fence}`, renewed]));
    for (const lease of due) {
      const renewed = found.get(`${lease.id} ${lease.fence}`);
      if (renewed === true) lease.renewed(asked);
      if (renewed === false) this.lost(lease);
    }
  }

  private lost(lease: HeldLease): void {
    lease.lost();
    this.kept.get(lease)?.();
  }

  /** Renews the due leases; never rejects. */
  private async look(): Promise<void> {
    if (this.renewing) return;
    this.renewing = true;
    try {
      await this.renewDue();
    } catch (error) {
      this.options.onFailure(error);
    } finally {
      this.renewing = false;
    }
  }
}

/** Renews leases that are rows of a table. @param key the column that identifies a row */
export function renewalsOf(database: Queryable, table: string, key: string): LeaseKeeperOptions['renew'] {
  const sql = renewLeases(table, key);
  return (leases) =>
    database.query<Renewal>(sql, [
      leases.map(({ id }) => id),
      leases.map(({ fence }) => fence),
      leases[0]?.leaseMs ?? 0,
    ]);
}
