import { Inject, Injectable } from '@nestjs/common';
import { findCursor, Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { ContinuedWork, EndedRequest, OperatorDesk } from '@tributary/service';
import { DeliveryQueue } from '../announcements/queue/delivery-queue';
import { lockSender } from '../deliveries/deliveries.store';
import { deliveredEvents, toState } from '../deliveries/delivery-state';
import { readEndpoint } from '../endpoints/endpoints.store';
import { RECOVERIES, RecoveryRequest } from './begin-recovery';
import { ReplayOutcome, replayWebhooks } from './replay-webhooks';
import { sendWindowAgain } from './redeliveries.store';

const DELIVERIES_PER_STEP = 1000;
/** Length of a chunk where the rate is limited: a chunk has the deliveries of this many seconds. */
const PIECE_S = 5;

/** The last processed delivery, and how many were sent again. */
interface Cursor {
  readonly after: number;
  readonly sentAgain: number;
}

type RecoveryJob = Job<RecoveryRequest, Cursor>;

/** Sends failed and discarded deliveries again, or all of a time window, in chunks and oldest first. */
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
      { follow: followRecovery },
    );
  }

  step(job: RecoveryJob): Promise<Progress> {
    return job.save((tx) => this.piece(tx, job));
  }

  private async piece(tx: Tx, { payload, cursor }: RecoveryJob): Promise<Next<Cursor>> {
    const { after, sentAgain } = cursor ?? { after: 0, sentAgain: 0 };
    const { endpointId, perSecond } = payload;
    const endpoint = await readEndpoint(tx, endpointId);
    if (!endpoint?.enabled) return 'done';
    const limit = Math.min(DELIVERIES_PER_STEP, (perSecond ?? DELIVERIES_PER_STEP) * PIECE_S);
    await lockSender(tx, endpointId);
    const rows = await sendWindowAgain(tx, payload, after, limit);
    const states = rows.map((row) => toState(row, null));
    await appendToOutbox(tx, deliveredEvents({ id: endpointId, userId: endpoint.userId }, states));
    if (rows.length > 0) this.queue.wake(tx, [endpointId]);
    const last = rows.at(-1);
    if (!last || rows.length < limit) return 'done';
    const next = { after: last.id, sentAgain: sentAgain + rows.length };
    return { cursor: next, ...(perSecond && { afterMs: (rows.length / perSecond) * 1000 }) };
  }
}

/** The number of deliveries that an operator's recovery has sent again. */
async function followRecovery(database: Queryable, { outcome }: EndedRequest): Promise<ContinuedWork> {
  const { deliveries, recovery } = JSON.parse(outcome) as ReplayOutcome;
  const job = recovery === null ? undefined : await findCursor<Cursor>(database, recovery);
  const sent = job?.cursor?.sentAgain ?? 0;
  return { lines: sent === 0 ? [] : [`${sent} of ${deliveries} again`], isEnded: !job, isFailed: false };
}
