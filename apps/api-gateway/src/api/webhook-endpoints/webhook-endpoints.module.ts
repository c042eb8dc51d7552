import { Module } from '@nestjs/common';
import { WebhooksController } from './webhooks.controller';

/** Webhook endpoints. */
@Module({ controllers: [WebhooksController] })
export class WebhookEndpointsModule {}
