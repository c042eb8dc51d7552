import { Controller } from '@nestjs/common';
import {
  WebhookEndpointUpsertedV1,
  WebhookEndpointDeletedV1,
  WebhookDeliveredV1,
  WebhookEventRecordedV1,
} from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { writeModel } from './model-writes';
import { takeEndpoints, takeEndpointDeletions, takeDeliveries, takeRecordedEvents } from './take-webhooks';

/** What the webhook dispatcher tells of endpoints, of deliveries to them, and of what happened. */
@Controller()
export class WebhooksConsumer {
  @OnEvent(WebhookEndpointUpsertedV1)
  endpoints(events: readonly ReceivedEvent<typeof WebhookEndpointUpsertedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeEndpoints(model, events));
  }

  @OnEvent(WebhookEndpointDeletedV1)
  deleted(events: readonly ReceivedEvent<typeof WebhookEndpointDeletedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeEndpointDeletions(model, events));
  }

  @OnEvent(WebhookDeliveredV1)
  deliveries(events: readonly ReceivedEvent<typeof WebhookDeliveredV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeDeliveries(model, events));
  }

  @OnEvent(WebhookEventRecordedV1)
  recorded(events: readonly ReceivedEvent<typeof WebhookEventRecordedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeRecordedEvents(model, events));
  }
}
