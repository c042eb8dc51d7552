import { Controller, Inject } from '@nestjs/common';
import { CommandResult, RecoverDeliveries } from '@tributary/contracts';
import { JobRunner } from '@tributary/jobs';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { coveredEndpoint, requireEnabled } from '../endpoints/owned-endpoint';
import { AfterCommit } from '../announcements/queue/after-commit';
import { beginRecovery } from './begin-recovery';

/** Creates a job and counts; the work runs in the background, since it may be a hundred thousand deliveries. */
@Controller()
export class RecoverDeliveriesHandler {
  constructor(
    @Inject(AfterCommit) private readonly afterCommit: AfterCommit,
    @Inject(JobRunner) private readonly jobs: JobRunner,
  ) {}

  @OnCommand(RecoverDeliveries)
  async recover(
    { caller, payload }: ReceivedCommand<typeof RecoverDeliveries>,
    tx: Tx,
  ): Promise<CommandResult<typeof RecoverDeliveries>> {
    const endpoint = await coveredEndpoint(tx, caller, payload.id);
    requireEnabled(endpoint);
    const [row] = await tx.query<{ count: number; until: Date }>(
      // Times in a job are texts with milliseconds.
      `with chosen as (select coalesce($3::timestamptz, now() + interval '1 millisecond') as until)
       select count(d.id) as count, chosen.until
         from chosen left join deliveries d on d.endpoint_id = $1 and d.status in ('FAILED', 'DISCARDED')
          and d.created_at between $2 and chosen.until and d.created_at >= coalesce($4::timestamptz, '-infinity')
        group by chosen.until`,
      [endpoint.id, payload.since, payload.until, endpoint.narrowedAt],
    );
    const until = row?.until.toISOString() ?? payload.since;
    const request = {
      endpointId: endpoint.id,
      since: payload.since,
      until,
      deliveredToo: false,
      perSecond: null,
    };
    await beginRecovery(tx, caller.userId, request);
    this.afterCommit.run(tx, () => this.jobs.wake());
    return { deliveries: row?.count ?? 0 };
  }
}
