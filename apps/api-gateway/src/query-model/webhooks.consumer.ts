import { Controller } from '@nestjs/common';
import { WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { project } from './project';
import { resourceRow, WEBHOOK_ENDPOINTS } from './resources.projection';

/** What the webhook dispatcher tells of endpoints. */
@Controller()
export class WebhooksConsumer {
  @OnEvent(WebhookEndpointUpsertedV1)
  async endpoints(events: readonly ReceivedEvent<typeof WebhookEndpointUpsertedV1>[], tx: Tx): Promise<void> {
    await project(
      tx,
      WEBHOOK_ENDPOINTS,
      events.map(({ payload }) => resourceRow(payload)),
    );
  }
}
