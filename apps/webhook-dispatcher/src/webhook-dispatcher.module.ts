import { DynamicModule, Module } from '@nestjs/common';
import { AddressGuard } from '@tributary/outbound';
import { PlatformModule, provideReplayer, ReplayRequestedConsumer, Runtime } from '@tributary/service';
import { MIGRATIONS } from './migrations/migrations';
import { DeliveryRequestsModule } from './redelivery/delivery-requests.module';
import { SEALED_COLUMNS } from './endpoints/endpoints.store';
import { WebhookEndpoint } from './endpoints/webhook-endpoint.entity';
import { GrantsModule } from './grants/grants.module';
import { REPLAYED_PARTS } from './platform/replay/replayed-parts';
import { retentionOf } from './platform/retention';
import { USER_DATA } from './platform/user-data';
import { WAITING_DELIVERIES } from './sending/due-deliveries.store';
import { WebhookDispatcherConfig } from './webhook-dispatcher.config';
import { DISPATCHER_CONFIG } from './webhook-dispatcher.config';

/**
 * The interval in which outbox events are collected. Only the gateway consumes them, and shows them up to 50 ms late
 * anyway. Reading and deleting each event separately took a fifth of the cost of a single webhook.
 */
const OUTBOX_GATHER_MS = 50;

/** The root module; all modules below can inject its settings. */
@Module({})
export class WebhookDispatcherModule {
  static register(config: WebhookDispatcherConfig, runtime: Runtime): DynamicModule {
    return {
      module: WebhookDispatcherModule,
      global: true,
      imports: [
        PlatformModule.register({
          config,
          runtime,
          work: [WAITING_DELIVERIES],
          sealed: { lasting: SEALED_COLUMNS },
          outboxGatherMs: OUTBOX_GATHER_MS,
          userData: USER_DATA,
          entities: [WebhookEndpoint],
          migrations: MIGRATIONS,
          retentions: [retentionOf(config.retentionDays)],
        }),
        DeliveryRequestsModule,
        GrantsModule,
      ],
      controllers: [ReplayRequestedConsumer],
      providers: [
        { provide: AddressGuard, useValue: new AddressGuard(config.allowedNetworks) },
        { provide: DISPATCHER_CONFIG, useValue: config },
        provideReplayer(config, () => REPLAYED_PARTS),
      ],
      exports: [AddressGuard, DISPATCHER_CONFIG],
    };
  }
}
