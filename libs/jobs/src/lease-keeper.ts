import { Queryable, renewLeases } from '@tributary/persistence';
import { HeldLease, momentNow } from './held-lease';

/** What became of a lease that was to be renewed. */
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

/** How often it looks for leases that are due, in parts of a lease. */
const LOOKS_IN_A_LEASE = 12;

/**
 * Renews leases beside the work under them, however long a call lasts: one statement for all of the process that are due.
 * Work that is over within a third of its lease costs none.
 */
export class LeaseKeeper {
  private readonly kept = new Map<HeldLease, (() => void) | undefined>();
  private timer: NodeJS.Timeout | null = null;
  private renewing = false;

  constructor(private readonly options: LeaseKeeperOptions) {}

  /** Call `end` with it however the work ends. @param onLost another process has it, or it was released */
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
   * Renews what is due. Call it before claims: after a time in which neither the process nor the database went on, it must not
   * claim what it is working on.
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

  /** Never rejects. */
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

/** Renews leases that are rows of a table. @param key the column that names a row */
export function renewalsOf(database: Queryable, table: string, key: string): LeaseKeeperOptions['renew'] {
  const sql = renewLeases(table, key);
  return (leases) =>
    database.query<Renewal>(sql, [
      leases.map(({ id }) => id),
      leases.map(({ fence }) => fence),
      leases[0]?.leaseMs ?? 0,
    ]);
}
