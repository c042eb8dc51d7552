import { Module } from '@nestjs/common';
import { WebhookEventsController } from './webhook-events.controller';
import { EventTypesController } from './event-types.controller';

/** Events for webhooks, and their types. */
@Module({ controllers: [WebhookEventsController, EventTypesController] })
export class WebhookEventsModule {}
