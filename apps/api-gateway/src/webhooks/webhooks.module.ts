import { Module } from '@nestjs/common';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';
import { WebhookEventsController } from './webhook-events.controller';
import { WebhooksController } from './webhooks.controller';

/** Webhook endpoints, deliveries and events. */
@Module({ controllers: [WebhooksController, WebhookDeliveriesController, WebhookEventsController] })
export class WebhooksModule {}
