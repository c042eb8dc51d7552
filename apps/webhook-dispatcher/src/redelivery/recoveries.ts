import { Inject, Injectable } from '@nestjs/common';
import { Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { OperatorDesk } from '@tributary/service';
import { DeliveryQueue } from '../announcements/queue/delivery-queue';
import { deliveredEvents, DeliveryStateRow, STATE_COLUMNS, toState } from '../deliveries/delivery-state';
import { holdSender } from '../deliveries/discard-waiting';
import { RECOVERIES, RecoveryRequest } from './begin-recovery';
import { replayWebhooks } from './replay-webhooks';
import { SEND_AGAIN } from './send-again';

const DELIVERIES_PER_STEP = 1000;
/** With a limited rate, a piece contains what the rate allows in this time. */
const PIECE_S = 5;

/** The last processed delivery, and how many were sent again. */
interface Cursor {
  readonly after: number;
  readonly sentAgain: number;
}

type RecoveryJob = Job<RecoveryRequest, Cursor>;

interface Endpoint {
  readonly userId: number;
  readonly enabled: boolean;
}

/** Sends failed and discarded deliveries again, or all of a window, piece by piece and oldest first. */
@Injectable()
export class Recoveries implements JobKind<RecoveryRequest, Cursor> {
  readonly kind = RECOVERIES;

  constructor(
    @Inject(DeliveryQueue) private readonly queue: DeliveryQueue,
    @Inject(Database) database: Database,
    @Inject(JobRunner) jobs: JobRunner,
    @Inject(OperatorDesk) desk: OperatorDesk,
  ) {
    jobs.add(this);
    desk.handle(
      'replay-webhooks',
      replayWebhooks(database, () => jobs.wake()),
    );
  }

  step(job: RecoveryJob): Promise<Progress> {
    return job.save((tx) => this.piece(tx, job));
  }

  private async piece(tx: Tx, { payload, cursor }: RecoveryJob): Promise<Next<Cursor>> {
    const { after, sentAgain } = cursor ?? { after: 0, sentAgain: 0 };
    const { endpointId, perSecond } = payload;
    const [endpoint] = await tx.query<Endpoint>(
      'select user_id as "userId", enabled from webhook_endpoints where id = $1',
      [endpointId],
    );
    if (!endpoint?.enabled) return 'done';
    const limit = Math.min(DELIVERIES_PER_STEP, (perSecond ?? DELIVERIES_PER_STEP) * PIECE_S);
    const rows = await sendAgain(tx, payload, after, limit);
    const states = rows.map((row) => toState(row, null));
    await appendToOutbox(tx, deliveredEvents({ id: endpointId, userId: endpoint.userId }, states));
    if (rows.length > 0) this.queue.wake(tx, [endpointId]);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return 'done';
    const next = { after: last.id, sentAgain: sentAgain + rows.length };
    return { cursor: next, ...(perSecond && { afterMs: (rows.length / perSecond) * 1000 }) };
  }
}

async function sendAgain(
  tx: Tx,
  { endpointId, since, until, deliveredToo }: RecoveryRequest,
  after: number,
  limit: number,
): Promise<DeliveryStateRow[]> {
  await holdSender(tx, endpointId);
  const rows = await tx.query<DeliveryStateRow>(
    `${SEND_AGAIN}
      from (select due.id from deliveries due join webhook_endpoints e on e.id = due.endpoint_id
             where due.created_at >= coalesce(e.narrowed_at, '-infinity') and due.endpoint_id = $1 and due.id > $2
               and (due.status in ('FAILED', 'DISCARDED') or ($3 and due.status = 'DELIVERED'))
               and due.created_at between $4 and $5
             order by due.id limit $6) chosen
     where d.id = chosen.id returning ${STATE_COLUMNS}`,
    [endpointId, after, deliveredToo, since, until, limit],
  );
  return rows.sort((a, b) => a.id - b.id);
}
