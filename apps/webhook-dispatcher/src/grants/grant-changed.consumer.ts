import { Controller, Inject } from '@nestjs/common';
import { GrantChangedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { DeliveryQueue } from '../deliveries/announcing/delivery-queue';
import { followGrant } from './follow-grant';
import { noteGrant } from './grants';

/** Holds endpoints to what the token or app that registered them may read now. */
@Controller()
export class GrantChangedConsumer {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  @OnEvent(GrantChangedV1)
  async take(events: readonly ReceivedEvent<typeof GrantChangedV1>[], tx: Tx): Promise<void> {
    const inOneOrder = [...events].sort((a, b) => compare(a.payload.grantId, b.payload.grantId));
    for (const { payload } of inOneOrder) {
      const endpointIds = await followGrant(tx, await noteGrant(tx, payload));
      if (endpointIds.length > 0) this.queue.wake(tx, endpointIds); // a sender looks whether it still may
    }
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
