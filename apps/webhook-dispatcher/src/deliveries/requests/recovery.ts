import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { OperatorDesk, ServiceLogger, Worker } from '@tributary/service';
import { DeliveryQueue } from '../announcing/delivery-queue';
import { deliveredEvents, DeliveryStateRow, STATE_COLUMNS, toState } from '../delivery-state';
import { holdSender } from '../discard-waiting';
import { replayWebhooks } from './replay-webhooks';
import { SEND_AGAIN } from './send-again';

const DELIVERIES_PER_ROUND = 1000;
const LOOK_EVERY_MS = 5000;
/** Where the rate is bounded, a piece is what it allows in so long. */
const PIECE_S = 5;

interface Wish {
  readonly id: number;
  readonly endpoint_id: number;
  readonly user_id: number;
  readonly enabled: boolean;
  /** Null: as fast as the endpoint takes them. */
  readonly per_second: number | null;
}

/** Sends again, piece by piece and oldest first, what failed or was discarded, or all of a window; a crash costs one piece. */
@Injectable()
export class Recovery implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DeliveryQueue) private readonly queue: DeliveryQueue,
    @Inject(ServiceLogger) logger: ServiceLogger,
    @Inject(OperatorDesk) desk: OperatorDesk,
  ) {
    desk.handle(
      'replay-webhooks',
      replayWebhooks(database, () => this.wake()),
    );
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
      `select r.id, r.endpoint_id, r.per_second, e.user_id, e.enabled
         from recoveries r join webhook_endpoints e on e.id = r.endpoint_id
        where r.next_piece_at <= now()
        order by r.id limit 1 for update of r skip locked`,
    );
    if (!wish) return false;
    const limit = Math.min(DELIVERIES_PER_ROUND, (wish.per_second ?? DELIVERIES_PER_ROUND) * PIECE_S);
    const rows = wish.enabled ? await this.sendAgain(tx, wish, limit) : [];
    if (rows.length < limit) {
      await tx.execute('delete from recoveries where id = $1', [wish.id]);
    } else {
      await tx.execute(
        `update recoveries set done_to = $2, sent_again = sent_again + $3,
                next_piece_at = now() + make_interval(secs => coalesce($3::float8 / per_second, 0))
          where id = $1`,
        [wish.id, rows.at(-1)?.id, rows.length],
      );
    }
    return true;
  }

  private async sendAgain(tx: Tx, { id, endpoint_id: endpointId, user_id: userId }: Wish, limit: number) {
    await holdSender(tx, endpointId);
    const rows = await tx.query<DeliveryStateRow>(
      `${SEND_AGAIN}
        from (select due.id from deliveries due join recoveries r on r.id = $1
                join webhook_endpoints e on e.id = due.endpoint_id
               where due.created_at >= coalesce(e.narrowed_at, '-infinity') and due.endpoint_id = $2 and due.id > r.done_to
                 and (due.status in ('FAILED', 'DISCARDED') or (r.delivered_too and due.status = 'DELIVERED'))
                 and due.created_at between r.since and r.until
               order by due.id limit $3) chosen
       where d.id = chosen.id returning ${STATE_COLUMNS}`,
      [id, endpointId, limit],
    );
    rows.sort((a, b) => a.id - b.id);
    const states = rows.map((row) => toState(row, null));
    await appendToOutbox(tx, deliveredEvents({ id: endpointId, userId }, states));
    if (rows.length > 0) this.queue.wake(tx, [endpointId]);
    return rows;
  }
}
