import { Controller, Inject } from '@nestjs/common';
import { CommandResult, Problem, RedeliverWebhook } from '@tributary/contracts';
import { appendToOutbox, OnCommand, type ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { coveredEndpoint, requireEnabled } from '../endpoints/owned-endpoint';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity';
import { DeliveryQueue } from '../announcements/queue/delivery-queue';
import { lockSender } from '../deliveries/deliveries.store';
import { deliveredEvents, toState } from '../deliveries/delivery-state';
import { isOlderThan, sendAgain } from './redeliveries.store';

/**
 * Checks that the delivery is not older than a restriction of its endpoint: it may contain data that is hidden now.
 * @throws Problem
 */
async function requireReadable(
  tx: Tx,
  { id, narrowedAt }: WebhookEndpoint,
  deliveryId: number,
): Promise<void> {
  if (narrowedAt === null || !(await isOlderThan(tx, id, deliveryId, narrowedAt))) return;
  throw Problem.conflict(
    'The delivery was made when the endpoint might read more, and cannot be sent again.',
  );
}

/** Sends one delivery again, whatever its status, under its own id; the attempts before stay listed. */
@Controller()
export class RedeliverWebhookHandler {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  @OnCommand(RedeliverWebhook)
  async redeliver(
    { caller, payload }: ReceivedCommand<typeof RedeliverWebhook>,
    tx: Tx,
  ): Promise<CommandResult<typeof RedeliverWebhook>> {
    const endpoint = await coveredEndpoint(tx, caller, payload.endpointId);
    await lockSender(tx, endpoint.id);
    await requireReadable(tx, endpoint, payload.deliveryId);
    const row = await sendAgain(tx, endpoint.id, payload.deliveryId);
    if (!row) throw Problem.notFound();
    requireEnabled(endpoint);
    const delivery = toState(row, null);
    await appendToOutbox(tx, deliveredEvents(endpoint, [delivery]));
    this.queue.wake(tx, [endpoint.id]);
    return { endpointId: endpoint.id, userId: endpoint.userId, delivery };
  }
}
