import { Module } from '@nestjs/common';
import { AddressGuard } from '@tributary/outbound';
import { EndpointsModule } from '../endpoints/endpoints.module';
import type { WebhookDispatcherConfig } from '../webhook-dispatcher.config';
import { DISPATCHER_CONFIG } from '../webhook-dispatcher.config';
import { DeliveryDispatcher } from './delivery-dispatcher';
import { DeliveryListener } from './delivery-listener';
import { DueDeliveries } from './due-deliveries';
import { Leases } from './leases';
import { OutcomeSaver } from './outcomes/outcome-saver';
import { WebhookClient } from './http/webhook-client';

/** Sends due deliveries. */
@Module({
  imports: [EndpointsModule],
  providers: [
    DeliveryDispatcher,
    { provide: DeliveryListener, useExisting: DeliveryDispatcher },
    DueDeliveries,
    Leases,
    OutcomeSaver,
    {
      provide: WebhookClient,
      inject: [AddressGuard, DISPATCHER_CONFIG],
      useFactory: (guard: AddressGuard, { timeoutMs, extraCa }: WebhookDispatcherConfig) =>
        new WebhookClient({ guard, timeoutMs, extraCa }),
    },
  ],
  exports: [DeliveryListener],
})
export class SendingModule {}
