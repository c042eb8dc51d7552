import { Controller, Inject } from '@nestjs/common';
import { CommandResult, RecoverDeliveries } from '@tributary/contracts';
import { OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { coveredEndpoint, requireEnabled } from '../../endpoints/owned-endpoint';
import { AfterCommit } from '../announcing/after-commit';
import { Recovery } from './recovery';

/** Takes the wish down and counts; the work is done in the background, since it may be a hundred thousand deliveries. */
@Controller()
export class RecoverDeliveriesHandler {
  constructor(
    @Inject(AfterCommit) private readonly afterCommit: AfterCommit,
    @Inject(Recovery) private readonly recovery: Recovery,
  ) {}

  @OnCommand(RecoverDeliveries)
  async recover(
    { caller, payload }: ReceivedCommand<typeof RecoverDeliveries>,
    tx: Tx,
  ): Promise<CommandResult<typeof RecoverDeliveries>> {
    const endpoint = await coveredEndpoint(tx, caller, payload.id);
    requireEnabled(endpoint);
    const [row] = await tx.query<{ count: number }>(
      `with wish as (
         insert into recoveries (endpoint_id, since, until)
         values ($1, $2, coalesce($3::timestamptz, now())) returning endpoint_id, since, until)
       select count(d.id) as count
         from wish join deliveries d on d.endpoint_id = wish.endpoint_id
          and d.status in ('FAILED', 'DISCARDED') and d.created_at between wish.since and wish.until
          and d.created_at >= coalesce($4::timestamptz, '-infinity')`,
      [endpoint.id, payload.since, payload.until, endpoint.narrowedAt],
    );
    this.afterCommit.run(tx, () => this.recovery.wake());
    return { deliveries: row?.count ?? 0 };
  }
}
