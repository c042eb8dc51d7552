import { Inject, Injectable } from '@nestjs/common';
import { enqueueJobOnce, Job, JobKind, JobRunner, Progress } from '@tributary/jobs';
import { reachFaultPoint } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { databaseTime } from '../codes/database-time';
import { Mails } from '../mail/mails';
import { dueNotice } from './due-notice';
import { readWatched, watchFailing, WATCH_START, WatchPlace } from './watched.store';

const EVERY_MS = 60_000;

/**
 * Checks all accounts once a minute, on one gateway at a time, and stores the notices that are due. A repeated check
 * finds the same occasions, so a crash neither loses a notice nor repeats it.
 */
@Injectable()
export class NoticeJobs implements JobKind<unknown, WatchPlace> {
  readonly kind = 'notices';

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(Mails) private readonly mails: Mails,
    @Inject(JobRunner) jobs: JobRunner,
  ) {
    if (mails.isOn) jobs.add(this);
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.mails.isOn) return;
    await enqueueJobOnce(this.database, this.kind, { key: 'all', userId: 0, payload: {} });
  }

  async step(job: Job<unknown, WatchPlace>): Promise<Progress> {
    const place = job.cursor ?? WATCH_START;
    if (place.source === 0 && place.after === 0) await watchFailing(this.database);
    const { found, next } = await readWatched(this.database, place);
    const progress = await job.save(async (tx) => {
      const now = await databaseTime(tx);
      for (const watched of found) {
        const notice = dueNotice(watched, now);
        if (notice) await this.mails.notify(tx, notice);
      }
      return next === null ? { cursor: WATCH_START, afterMs: EVERY_MS } : { cursor: next };
    });
    if (found.length > 0) reachFaultPoint('notice.stored');
    this.mails.wake();
    return progress;
  }
}
