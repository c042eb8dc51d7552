import { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Clock, reachFaultPoint, systemClock } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { Worker } from '@tributary/jobs';
import { RestatedPart } from './restated-part';
import {
  endRestatement,
  leaseRestatement,
  LeasedRestatement,
  lockProgress,
  moveOn,
  releaseRestatement,
} from './restatements';
import { Restating, tellLast, tellPage } from './tell-restated';

export interface RestaterOptions extends Restating {
  readonly parts: readonly RestatedPart[];
  /** At most so many rows a second, so that what happens meanwhile is not held up. */
  readonly rowsPerS: number;
  readonly onFailure: (error: unknown) => void;
}

const ROWS_PER_PAGE = 500;
const LEASE_MS = 15_000;
/** While so much waits to be sent, live or restated, nothing is added; but it does go on after a while. */
const OUTBOX_MAX = 200;
const OUTBOX_LOOK_MS = 100;
const OUTBOX_WAIT_MS_MAX = 5000;

/**
 * Tells a service's present state again where that was asked for: page by page, events and place in one transaction, so that one that was
 * cut off goes on where it was. One instance at a time works on it.
 */
export class Restater implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    private readonly database: Database,
    private readonly options: RestaterOptions,
    private readonly clock: Clock = systemClock,
  ) {
    this.worker = new Worker({
      name: 'restatement',
      idleMs: 1000,
      round: (signal) => this.round(signal),
      onFailure: options.onFailure,
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }

  /** There may be something to tell. */
  wake(): void {
    this.worker.wake();
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const job = await leaseRestatement(this.database, LEASE_MS);
    if (!job) return false;
    let more = true;
    while (more && !signal.aborted) {
      const from = this.clock.now();
      const rows = await this.database.transaction((tx) => this.step(tx, job));
      reachFaultPoint('restatement.told');
      more = rows !== null;
      if (more) await this.rest(from, rows ?? 0, signal);
    }
    if (more) await releaseRestatement(this.database, job);
    return true;
  }

  /** One page, or the end of a part, or the last message. @returns rows; null where nothing is left to do */
  private async step(tx: Tx, job: LeasedRestatement): Promise<number | null> {
    const progress = await lockProgress(tx, job);
    if (!progress) return null;
    const total = progress.rowsTotal ?? (await this.total(tx));
    const part = this.options.parts[progress.part];
    if (!part) {
      await tellLast(tx, this.options, job.rebuildId, { ...progress, rowsTotal: total });
      await endRestatement(tx, job);
      return null;
    }
    const page = await part.page(tx, progress.place, ROWS_PER_PAGE);
    const next = {
      part: page.place ? progress.part : progress.part + 1,
      place: page.place ?? [],
      messages: progress.messages + page.events.length,
      rowsTold: progress.rowsTold + page.rows,
      rowsTotal: total,
    };
    await tellPage(tx, this.options, job.rebuildId, { after: progress.messages, events: page.events, next });
    await moveOn(tx, job, next, LEASE_MS);
    return page.rows;
  }

  private async total(tx: Tx): Promise<number> {
    let total = 0;
    for (const part of this.options.parts) total += await part.total(tx);
    return total;
  }

  private async rest(from: number, rows: number, signal: AbortSignal): Promise<void> {
    const pauseMs = (rows / this.options.rowsPerS) * 1000 - (this.clock.now() - from);
    if (pauseMs > 0) await this.clock.sleep(pauseMs, signal);
    const until = this.clock.now() + OUTBOX_WAIT_MS_MAX;
    while ((await this.waiting()) >= OUTBOX_MAX && this.clock.now() < until && !signal.aborted) {
      await this.clock.sleep(OUTBOX_LOOK_MS, signal);
    }
  }

  private async waiting(): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `select count(*) as count from (select from outbox limit ${OUTBOX_MAX}) waiting`,
    );
    return row?.count ?? 0;
  }
}
