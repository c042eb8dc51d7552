import { HeldLease, momentNow } from './held-lease';
import { Renewal } from './leases.store';

export interface LeaseKeeperOptions {
  readonly leaseMs: number;
  /** Renews them in one statement, such as `renewLeases`. Leases that it does not return are renewed the next time. */
  readonly renew: (leases: readonly HeldLease[]) => Promise<readonly Renewal[]>;
  /** A renewal failed. The next one comes soon; if none succeeds, another process takes over. */
  readonly onFailure: (error: unknown) => void;
}

/** Number of checks for due leases within the duration of a lease. */
const LOOKS_IN_A_LEASE = 12;

/**
 * Renews this process's leases of one table beside the work under them, however long a call lasts: one statement for
 * all that are due. Work that ends within a third of its lease costs none.
 */
export class LeaseKeeper {
  private readonly kept = new Map<HeldLease, (() => void) | undefined>();
  private timer: NodeJS.Timeout | null = null;
  private renewing = false;

  constructor(private readonly options: LeaseKeeperOptions) {}

  /** Runs the work, and renews the lease until it ends, however long it lasts. @param onLost as in `keep` */
  async during<T>(lease: HeldLease, work: () => Promise<T>, onLost?: () => void): Promise<T> {
    this.keep(lease, onLost);
    try {
      return await work();
    } finally {
      this.end(lease);
    }
  }

  /**
   * Starts renewing a lease. Call `end` with it however the work ends. @param onLost called when another process has
   * it, or it was released
   */
  keep(lease: HeldLease, onLost?: () => void): void {
    this.kept.set(lease, onLost);
    this.timer ??= setInterval(
      () => void this.renewDueLeases(),
      this.options.leaseMs / LOOKS_IN_A_LEASE,
    ).unref();
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
  private async renewDueLeases(): Promise<void> {
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
