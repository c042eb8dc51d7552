import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Database, isTransient } from '@tributary/persistence';
import { OperatorDesk, OperatorRequestError, ServiceLogger, Worker } from '@tributary/service';
import { checksumModel } from './checksum';
import { completeNextModel } from './completing';
import { stopVacuum } from './next-model';
import { beginRebuild, cancelRebuild, findRebuild, isAllTold } from './rebuilds';
import { swapModels } from './swap';

const LOOK_EVERY_MS = 1000;
const LEASE_S = 60;
const SWAP_TRIES = 100;
const SWAP_PAUSE_MS = 300;

/** Begins and cancels rebuilds of the query model for the operator, and ends those whose model is filled. One instance at a time does that. */
@Injectable()
export class RebuildWorker implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
    @Inject(OperatorDesk) desk: OperatorDesk,
  ) {
    this.worker = new Worker({
      name: 'query model rebuild',
      round: (signal) => this.round(signal),
      idleMs: LOOK_EVERY_MS,
      onFailure: (error) => logger.failure('building the query model anew met a failure and goes on', error),
    });
    desk.handle('rebuild-query-model', ({ parameters }) => this.begin(parameters.request));
    desk.handle('cancel-query-model-rebuild', () => this.cancel());
    desk.handle('checksum-query-model', async () => JSON.stringify(await checksumModel(this.database)));
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }

  private async begin(request: unknown): Promise<string> {
    if (typeof request !== 'string' || request === '')
      throw new OperatorRequestError('request must be a text');
    return String(await beginRebuild(this.database, request));
  }

  private async cancel(): Promise<string> {
    const outcome = 'cancelled by an operator';
    const isEnded = await cancelRebuild(this.database, { state: 'CANCELLED', outcome });
    return isEnded ? 'cancelled: the query model stays as it is' : 'no rebuild is under way';
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const rebuild = await findRebuild(this.database);
    if (!rebuild) return false;
    if (rebuild.isOutdated) {
      await cancelRebuild(this.database, {
        state: 'FAILED',
        outcome: 'the schema was changed by an upgrade meanwhile: begin again',
      });
      return false;
    }
    if (!(await isAllTold(this.database, rebuild.id)) || !(await this.lease(rebuild.id))) return false;
    if (await completeNextModel(this.database, rebuild.id)) await this.swap(rebuild.id, signal);
    return true;
  }

  /** Whoever reads the present tables for long is waited for in between. */
  private async swap(rebuildId: number, signal: AbortSignal): Promise<void> {
    for (let tries = 1; !signal.aborted; tries += 1) {
      await this.lease(rebuildId, true);
      await stopVacuum(this.database);
      try {
        return await swapModels(this.database, rebuildId);
      } catch (error) {
        if (!isTransient(error) || tries === SWAP_TRIES) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, SWAP_PAUSE_MS * (0.5 + Math.random())));
    }
  }

  private async lease(rebuildId: number, isMine = false): Promise<boolean> {
    const leased = await this.database.execute(
      `update query_model_rebuilds set lease_until = clock_timestamp() + make_interval(secs => $2)
        where id = $1 and state = 'FILLING' and ($3 or lease_until < clock_timestamp())`,
      [rebuildId, LEASE_S, isMine],
    );
    return leased > 0;
  }
}
