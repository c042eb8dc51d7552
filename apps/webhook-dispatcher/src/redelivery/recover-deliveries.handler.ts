import { Controller, Inject } from '@nestjs/common';
import { CommandResult, RecoverDeliveries } from '@tributary/contracts';
import { JobRunner } from '@tributary/jobs';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { coveredEndpoint, requireEnabled } from '../endpoints/owned-endpoint';
import { countUndelivered } from './redeliveries.store';
import { beginRecovery } from './begin-recovery';

/** Creates a job and counts its deliveries. The job runs in the background, because they may be a hundred thousand. */
@Controller()
export class RecoverDeliveriesHandler {
  constructor(@Inject(JobRunner) private readonly jobs: JobRunner) {}

  @OnCommand(RecoverDeliveries)
  async recover(
    { caller, payload }: ReceivedCommand<typeof RecoverDeliveries>,
    tx: Tx,
  ): Promise<CommandResult<typeof RecoverDeliveries>> {
    const endpoint = await coveredEndpoint(tx, caller, payload.id);
    requireEnabled(endpoint);
    const row = await countUndelivered(tx, endpoint.id, {
      since: payload.since,
      until: payload.until,
      notBefore: endpoint.narrowedAt,
    });
    const until = row?.until.toISOString() ?? payload.since;
    const request = {
      endpointId: endpoint.id,
      since: payload.since,
      until,
      deliveredToo: false,
      perSecond: null,
    };
    await beginRecovery(tx, caller.userId, request);
    tx.afterCommit(() => this.jobs.wake());
    return { deliveries: row?.count ?? 0 };
  }
}
