import { Module } from '@nestjs/common';
import { AnnouncingModule } from '../announcements/announcing.module';
import { RecoverDeliveriesHandler } from './recover-deliveries.handler';
import { Recoveries } from './recoveries';
import { RedeliverWebhookHandler } from './redeliver-webhook.handler';
import { SendTestEventHandler } from './send-test-event.handler';

@Module({
  imports: [AnnouncingModule],
  controllers: [SendTestEventHandler, RedeliverWebhookHandler, RecoverDeliveriesHandler],
  providers: [Recoveries],
})
export class DeliveryRequestsModule {}
