import { Controller, Inject } from '@nestjs/common';
import { CommandResult, Problem, RedeliverWebhook } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { coveredEndpoint, requireEnabled } from '../endpoints/owned-endpoint';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity';
import { DeliveryQueue } from '../announcements/queue/delivery-queue';
import { deliveredEvents, DeliveryStateRow, STATE_COLUMNS, toState } from '../deliveries/delivery-state';
import { holdSender } from '../deliveries/discard-waiting';
import { SEND_AGAIN } from './send-again';

/** A delivery from before its endpoint was restricted may contain hidden data. @throws Problem */
async function requireReadable(
  tx: Tx,
  { id, narrowedAt }: WebhookEndpoint,
  deliveryId: number,
): Promise<void> {
  if (narrowedAt === null) return;
  const older = await tx.query(
    'select 1 from deliveries where id = $1 and endpoint_id = $2 and created_at < $3',
    [deliveryId, id, narrowedAt],
  );
  if (older.length === 0) return;
  throw Problem.conflict(
    'The delivery was made when the endpoint might read more, and cannot be sent again.',
  );
}

/** Sends one delivery again, whatever its status: under its own id, and after all its earlier attempts. */
@Controller()
export class RedeliverWebhookHandler {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  @OnCommand(RedeliverWebhook)
  async redeliver(
    { caller, payload }: ReceivedCommand<typeof RedeliverWebhook>,
    tx: Tx,
  ): Promise<CommandResult<typeof RedeliverWebhook>> {
    const endpoint = await coveredEndpoint(tx, caller, payload.endpointId);
    await holdSender(tx, endpoint.id);
    await requireReadable(tx, endpoint, payload.deliveryId);
    const [row] = await tx.query<DeliveryStateRow>(
      `${SEND_AGAIN} where d.id = $1 and d.endpoint_id = $2 returning ${STATE_COLUMNS}`,
      [payload.deliveryId, endpoint.id],
    );
    if (!row) throw Problem.notFound();
    requireEnabled(endpoint);
    const delivery = toState(row, null);
    await appendToOutbox(tx, deliveredEvents(endpoint, [delivery]));
    this.queue.wake(tx, [endpoint.id]);
    return { endpointId: endpoint.id, userId: endpoint.userId, delivery };
  }
}
