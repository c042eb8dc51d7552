import { Module } from '@nestjs/common';
import { EventTypesController } from './event-types.controller';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookEventsController } from './webhook-events.controller';
import { WebhooksController } from './webhooks.controller';

/** Webhook endpoints, deliveries and events. */
@Module({
  controllers: [
    WebhooksController,
    WebhookDeliveriesController,
    WebhookEventsController,
    EventTypesController,
  ],
})
export class WebhooksModule {}
