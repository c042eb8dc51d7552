import { LeaseLostError } from '@tributary/jobs';
import { Clock, reachFaultPoint } from '@tributary/messaging';
import { backoff, Database, isTransient } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { AccountWrite } from '../account-write';
import { saveWrites } from './save-writes';

export interface SyncWriterOptions {
  readonly leaseMs: number;
  /** Maximum difference between a booked amount and its pending one, as a fraction of the pending amount. */
  readonly amountTolerance: number;
  readonly onFailure: (error: unknown) => void;
}

interface Waiting {
  readonly write: AccountWrite;
  readonly saved: () => void;
  readonly failed: (error: unknown) => void;
}

/** A flush starts when this many rows wait, and takes no more than fit one statement well. */
const ROWS_PER_FLUSH = 1500;
/**
 * Bounds of the wait before a flush of fewer rows. The wait is as long as the last flush took, so that a high load
 * causes few flushes.
 */
const FLUSH_AFTER_MS_MIN = 20;
const FLUSH_AFTER_MS_MAX = 100;
/** A second flush is prepared while the database writes the first. */
const FLUSHES_AT_ONCE = 2;
const ATTEMPTS = 4;
const BACKOFF = { firstMs: 200, factor: 2, maxMs: 800, jitter: 0 };

/**
 * Commits the readings of many accounts in one transaction, because a commit costs the same for forty windows as for
 * one. Writes that arrive during a flush form the next one, which starts at once if it is full. No account is in both.
 * If a flush fails for a reason other than a temporary fault, its writes are tried one by one, so that a bad account
 * does not stop the others.
 */
export class SyncWriter {
  private queue: Waiting[] = [];
  private timer: NodeJS.Timeout | null = null;
  private flushing = 0;
  private pauseMs = FLUSH_AFTER_MS_MIN;

  constructor(
    private readonly database: Database,
    private readonly box: SecretBox,
    private readonly options: SyncWriterOptions,
    private readonly clock: Clock,
  ) {}

  /** Resolves once the write is committed. An account may have only one write in progress. @throws LeaseLostError */
  save(write: AccountWrite): Promise<void> {
    return new Promise((saved, failed) => {
      this.queue.push({ write, saved, failed });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.queue.length === 0 || this.flushing >= FLUSHES_AT_ONCE) return;
    if (rowsOf(this.queue) >= ROWS_PER_FLUSH) this.flush();
    else if (this.flushing === 0) this.timer ??= setTimeout(() => this.flush(), this.pauseMs);
  }

  private flush(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.flushing += 1;
    const began = this.clock.now();
    void this.commit(this.nextBatch()).finally(() => {
      this.flushing -= 1;
      this.pauseMs = Math.min(FLUSH_AFTER_MS_MAX, Math.max(FLUSH_AFTER_MS_MIN, this.clock.now() - began));
      this.schedule();
    });
  }

  private nextBatch(): Waiting[] {
    let rows = 0;
    const end = this.queue.findIndex(
      ({ write }, index) => (rows += write.rows.length) > ROWS_PER_FLUSH && index > 0,
    );
    return this.queue.splice(0, end === -1 ? this.queue.length : end);
  }

  private async commit(batch: readonly Waiting[]): Promise<void> {
    try {
      const owned = await this.attempt(batch.map(({ write }) => write));
      for (const waiting of batch) report(waiting, owned);
    } catch (error) {
      this.options.onFailure(error);
      if (batch.length === 1 || isTransient(error)) {
        for (const { failed } of batch) failed(error);
      } else {
        for (const waiting of batch) await this.commit([waiting]);
      }
    }
  }

  private async attempt(writes: readonly AccountWrite[]): Promise<Set<number>> {
    const { leaseMs, amountTolerance } = this.options;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const owned = await this.database.transaction((tx) =>
          saveWrites(tx, this.box, writes, { leaseMs, amountTolerance, now: this.clock.now() }),
        );
        reachFaultPoint('transaction.committed');
        return owned;
      } catch (error) {
        if (!isTransient(error) || attempt >= ATTEMPTS) throw error;
        await this.clock.sleep(backoff(attempt, BACKOFF));
      }
    }
  }
}

function report({ write, saved, failed }: Waiting, owned: ReadonlySet<number>): void {
  const { id, lease } = write.account;
  if (owned.has(id)) saved();
  else failed(new LeaseLostError(lease, `account ${id}`));
}

function rowsOf(queue: readonly Waiting[]): number {
  return queue.reduce((sum, { write }) => sum + write.rows.length, 0);
}
