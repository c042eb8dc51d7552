import { ReplayingService } from '@tributary/contracts';
import { Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { Clock, countMessages, reachFaultPoint, systemClock } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { ReplayedPart } from './replayed-part';
import { publishLast, publishPage, ReplayProgress } from './publish-replayed';

export interface ReplayerOptions {
  readonly service: ReplayingService;
  readonly parts: readonly ReplayedPart[];
  /** The maximum of rows a second, so that live work is not delayed. */
  readonly rowsPerS: number;
}

type ReplayJob = Job<{ readonly rebuildId: number }, ReplayProgress>;

/** Kind of the jobs that publish the current state again; the key is the rebuild's id. */
export const REPLAYS = 'replays';

const ROWS_PER_PAGE = 500;
/** Maximum of waiting messages, live or replayed, at which the replay pauses; after a while it continues. */
const OUTBOX_MAX = 200;
const OUTBOX_LOOK_MS = 100;
const OUTBOX_WAIT_MS_MAX = 5000;

/**
 * Publishes a service's current state again for a rebuild, page by page: events and cursor are saved in one
 * transaction.
 */
export class Replayer implements JobKind<ReplayJob['payload'], ReplayProgress> {
  readonly kind = REPLAYS;

  constructor(
    private readonly database: Database,
    private readonly jobs: JobRunner,
    private readonly options: ReplayerOptions,
    private readonly clock: Clock = systemClock,
  ) {
    jobs.add(this);
  }

  /** Wakes the replayer, because there may be a replay. */
  wake(): void {
    this.jobs.wake();
  }

  async step(job: ReplayJob): Promise<Progress> {
    const from = this.clock.now();
    let rows = 0;
    const progress = await job.save(async (tx) => {
      const page = await this.page(tx, job);
      rows = page.rows;
      return page.next;
    });
    reachFaultPoint('replay.published');
    if (progress === 'more') await this.waitForPace(from, rows, job.signal);
    return progress;
  }

  /** Publishes one page, or ends a part, or publishes the last message. */
  private async page(
    tx: Tx,
    { cursor, payload: { rebuildId } }: ReplayJob,
  ): Promise<{ rows: number; next: Next<ReplayProgress> }> {
    const { parts } = this.options;
    const done = cursor ?? {
      part: 0,
      position: [],
      messages: 0,
      rowsReplayed: 0,
      rowsTotal: await this.total(tx),
    };
    const part = parts[done.part];
    if (!part) {
      await publishLast(tx, this.options.service, rebuildId, done);
      return { rows: 0, next: 'done' };
    }
    const page = await part.page(tx, done.position, ROWS_PER_PAGE);
    const next = {
      part: page.position ? done.part : done.part + 1,
      position: page.position ?? [],
      messages: done.messages + page.events.length,
      rowsReplayed: done.rowsReplayed + page.rows,
      rowsTotal: done.rowsTotal,
    };
    await publishPage(tx, this.options.service, rebuildId, {
      after: done.messages,
      events: page.events,
      next,
    });
    return { rows: page.rows, next: { cursor: next } };
  }

  private async total(tx: Tx): Promise<number> {
    let total = 0;
    for (const part of this.options.parts) total += await part.total(tx);
    return total;
  }

  private async waitForPace(from: number, rows: number, signal: AbortSignal): Promise<void> {
    const pauseMs = (rows / this.options.rowsPerS) * 1000 - (this.clock.now() - from);
    if (pauseMs > 0) await this.clock.sleep(pauseMs, signal);
    const until = this.clock.now() + OUTBOX_WAIT_MS_MAX;
    while ((await this.waiting()) >= OUTBOX_MAX && this.clock.now() < until && !signal.aborted) {
      await this.clock.sleep(OUTBOX_LOOK_MS, signal);
    }
  }

  private waiting(): Promise<number> {
    return countMessages(this.database, OUTBOX_MAX);
  }
}
