import { Inject, Injectable } from '@nestjs/common';
import { Job, JobKind, JobRunner, Progress } from '@tributary/jobs';
import { Database, isTransient } from '@tributary/persistence';
import { OperatorDesk } from '@tributary/service';
import { checksumModel } from './checksum';
import { completeNextModel } from './completing';
import { stopVacuum } from './next-model';
import { cancelRebuild, REBUILDS } from './rebuilds';
import { findRebuild, isReplayComplete } from './rebuilds.store';
import { swapModels } from './swap';

const LOOK_EVERY_MS = 1000;
const SWAP_TRIES = 100;
const SWAP_PAUSE_MS = 300;

/** Ends rebuilds of the query model whose model is filled. */
@Injectable()
export class RebuildJobs implements JobKind {
  readonly kind = REBUILDS;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(JobRunner) jobs: JobRunner,
    @Inject(OperatorDesk) desk: OperatorDesk,
  ) {
    jobs.add(this);
    desk.handle('checksum-query-model', async () => JSON.stringify(await checksumModel(this.database)));
  }

  async step(job: Job<unknown, unknown>): Promise<Progress> {
    const rebuild = await findRebuild(this.database);
    if (rebuild?.isOutdated) {
      await cancelRebuild(this.database, {
        state: 'FAILED',
        outcome: 'the schema was changed by an upgrade meanwhile: begin again',
      });
    }
    if (!rebuild || rebuild.isOutdated) return job.save(() => Promise.resolve('done'));
    if (
      (await isReplayComplete(this.database, rebuild.id)) &&
      (await completeNextModel(this.database, rebuild.id))
    ) {
      await this.swap(rebuild.id, job.signal);
      return 'more';
    }
    return job.save(() => Promise.resolve({ cursor: null, afterMs: LOOK_EVERY_MS }));
  }

  /** Retries the swap with pauses, in which long readers of the present tables can end. */
  private async swap(rebuildId: number, signal: AbortSignal): Promise<void> {
    for (let tries = 1; !signal.aborted; tries += 1) {
      await stopVacuum(this.database);
      try {
        return await swapModels(this.database, rebuildId);
      } catch (error) {
        if (!isTransient(error) || tries === SWAP_TRIES) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, SWAP_PAUSE_MS * (0.5 + Math.random())));
    }
  }
}
