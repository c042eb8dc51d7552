import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { ServiceLogger, Worker } from '@tributary/service';
import { DeliveryQueue } from '../announcing/delivery-queue';
import { deliveredEvents, DeliveryStateRow, STATE_COLUMNS, toState } from '../delivery-state';
import { holdSender } from '../discard-waiting';
import { SEND_AGAIN } from './send-again';

const DELIVERIES_PER_ROUND = 1000;
const LOOK_EVERY_MS = 5000;

interface Wish {
  readonly id: number;
  readonly endpoint_id: number;
  readonly user_id: number;
  readonly enabled: boolean;
}

/** Sends again, piece by piece and oldest first, what failed or was discarded; a crash costs one piece. */
@Injectable()
export class Recovery implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DeliveryQueue) private readonly queue: DeliveryQueue,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    this.worker = new Worker({
      name: 'delivery recovery',
      round: () => this.database.transaction((tx) => this.round(tx)),
      idleMs: LOOK_EVERY_MS,
      onFailure: (error) => logger.failure('recovering deliveries failed', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  wake(): void {
    this.worker.wake();
  }

  /** @returns whether there may be more to do. */
  private async round(tx: Tx): Promise<boolean> {
    const [wish] = await tx.query<Wish>(
      `select r.id, r.endpoint_id, e.user_id, e.enabled
         from recoveries r join webhook_endpoints e on e.id = r.endpoint_id
        order by r.id limit 1 for update of r skip locked`,
    );
    if (!wish) return false;
    const rows = wish.enabled ? await this.sendAgain(tx, wish) : [];
    if (rows.length < DELIVERIES_PER_ROUND) {
      await tx.execute('delete from recoveries where id = $1', [wish.id]);
    } else {
      await tx.execute('update recoveries set done_to = $2 where id = $1', [wish.id, rows.at(-1)?.id]);
    }
    return true;
  }

  private async sendAgain(tx: Tx, { id, endpoint_id: endpointId, user_id: userId }: Wish) {
    await holdSender(tx, endpointId);
    const rows = await tx.query<DeliveryStateRow>(
      `${SEND_AGAIN}
        from (select due.id from deliveries due join recoveries r on r.id = $1
                join webhook_endpoints e on e.id = due.endpoint_id
               where due.created_at >= coalesce(e.narrowed_at, '-infinity') and due.endpoint_id = $2 and due.id > r.done_to and due.status in ('FAILED', 'DISCARDED')
                 and due.created_at between r.since and r.until
               order by due.id limit $3) chosen
       where d.id = chosen.id returning ${STATE_COLUMNS}`,
      [id, endpointId, DELIVERIES_PER_ROUND],
    );
    rows.sort((a, b) => a.id - b.id);
    const states = rows.map((row) => toState(row, null));
    await appendToOutbox(tx, deliveredEvents({ id: endpointId, userId }, states));
    if (rows.length > 0) this.queue.wake(tx, [endpointId]);
    return rows;
  }
}
