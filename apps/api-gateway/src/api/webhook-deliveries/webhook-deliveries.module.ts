import { Module } from '@nestjs/common';
import { WebhookDeliveriesController } from './webhook-deliveries.controller';

/** Deliveries to webhook endpoints. */
@Module({ controllers: [WebhookDeliveriesController] })
export class WebhookDeliveriesModule {}
