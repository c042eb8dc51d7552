import { Controller, Inject } from '@nestjs/common';
import { RestatementRequestedV1 } from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Restater } from './restater';

/** Leaves the wish for the restater; the latest one counts. */
@Controller()
export class RestatementRequestedConsumer {
  constructor(@Inject(Restater) private readonly restater: Restater) {}

  @OnEvent(RestatementRequestedV1)
  async take(events: readonly ReceivedEvent<typeof RestatementRequestedV1>[], tx: Tx): Promise<void> {
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
    this.restater.wake();
  }
}

/** What comes twice, or after a later wish, changes nothing. */
async function begin(tx: Tx, rebuildId: number): Promise<void> {
  await end(tx, rebuildId - 1);
  await tx.execute(
    `insert into restatements (rebuild_id)
     select $1 where not exists (select from restatements where rebuild_id > $1)
     on conflict do nothing`,
    [rebuildId],
  );
}

/** This one and all before it. */
async function end(tx: Tx, rebuildId: number): Promise<void> {
  await tx.execute(
    'update restatements set ended_at = clock_timestamp() where rebuild_id <= $1 and ended_at is null',
    [rebuildId],
  );
}
