import { Module } from '@nestjs/common';
import { WebhooksController } from './webhook-endpoints.controller';

/** Webhook endpoints. */
@Module({ controllers: [WebhooksController] })
export class WebhookEndpointsModule {}
