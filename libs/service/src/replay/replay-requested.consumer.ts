import { Controller, Inject } from '@nestjs/common';
import { RestatementRequestedV1 } from '@tributary/contracts';
import { cancelJobs, enqueueJobOnce, isThereJob } from '@tributary/jobs';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { REPLAYS, Replayer } from './replayer';

/** Creates a job for the latest requested replay, and ends those before it. */
@Controller()
export class ReplayRequestedConsumer {
  constructor(@Inject(Replayer) private readonly replayer: Replayer) {}

  @OnEvent(RestatementRequestedV1)
  async apply(events: readonly ReceivedEvent<typeof RestatementRequestedV1>[], tx: Tx): Promise<void> {
    for (const { payload } of events) {
      switch (payload.state) {
        case 'WANTED':
          await begin(tx, payload.rebuildId);
          break;
        case 'CANCELLED':
          await end(tx, payload.rebuildId);
          break;
        default: {
          const unknown: never = payload.state;
          throw new Error(`unknown state ${String(unknown)}`);
        }
      }
    }
    this.replayer.wake();
  }
}

/** A repeated request, or one before a later request, changes nothing. */
async function begin(tx: Tx, rebuildId: number): Promise<void> {
  await end(tx, rebuildId - 1);
  if (await isThereJob(tx, REPLAYS, `(payload ->> 'rebuildId')::bigint > $2`, [rebuildId])) return;
  await enqueueJobOnce(tx, REPLAYS, { key: rebuildId, userId: 0, payload: { rebuildId } });
}

/** Ends this replay and all before it. */
async function end(tx: Tx, rebuildId: number): Promise<void> {
  await cancelJobs(tx, REPLAYS, `(payload ->> 'rebuildId')::bigint <= $2`, [rebuildId]);
}
