import { DynamicModule, Module } from '@nestjs/common';
import { PlatformModule, Runtime } from '@tributary/service';
import { AccountChangedConsumer } from './deliveries/announcing/account-changed.consumer';
import { AfterCommit } from './deliveries/announcing/after-commit';
import { BalanceSnapshottedConsumer } from './deliveries/announcing/balance-snapshotted.consumer';
import { ConnectionChangedConsumer } from './deliveries/announcing/connection-changed.consumer';
import { DeliveryListener, DeliveryQueue } from './deliveries/announcing/delivery-queue';
import { TransactionShapedConsumer } from './deliveries/announcing/transaction-shaped.consumer';
import { Retention, RETENTION_DAYS } from './deliveries/retention';
import {
  DeliveryDispatcher,
  DISPATCHER_OPTIONS,
  DispatcherOptions,
} from './deliveries/sending/delivery-dispatcher';
import { DeliveryStore } from './deliveries/sending/delivery-store';
import { LEASE_TERMS } from './deliveries/sending/lease';
import { INSTALLED_LEASE_TERMS, Leases } from './deliveries/sending/leases';
import { WebhookClient } from './deliveries/sending/webhook-client';
import { AddressGuard } from './endpoints/address-guard';
import { CreateWebhookEndpointHandler } from './endpoints/create-webhook-endpoint.handler';
import { EndpointRegistry } from './endpoints/endpoint-registry';
import { WebhookEndpoint } from './endpoints/webhook-endpoint.entity';
import { WebhookTables1763700000000 } from './migrations/1763700000000-webhook-tables';
import { WebhookDispatcherConfig } from './webhook-dispatcher.config';

/** Endpoints, what is announced to them, and the sending. */
@Module({})
export class WebhookDispatcherModule {
  static register(config: WebhookDispatcherConfig, runtime: Runtime): DynamicModule {
    const guard = new AddressGuard(config.allowedNetworks);
    const options: DispatcherOptions = config;
    return {
      module: WebhookDispatcherModule,
      imports: [
        PlatformModule.register({
          config,
          runtime,
          entities: [WebhookEndpoint],
          migrations: [WebhookTables1763700000000],
        }),
      ],
      controllers: [
        CreateWebhookEndpointHandler,
        AccountChangedConsumer,
        BalanceSnapshottedConsumer,
        ConnectionChangedConsumer,
        TransactionShapedConsumer,
      ],
      providers: [
        { provide: AddressGuard, useValue: guard },
        { provide: DISPATCHER_OPTIONS, useValue: options },
        { provide: INSTALLED_LEASE_TERMS, useValue: config.leaseTerms ?? LEASE_TERMS },
        { provide: RETENTION_DAYS, useValue: config.retentionDays },
        {
          provide: WebhookClient,
          useValue: new WebhookClient({ guard, timeoutMs: config.timeoutMs, extraCa: config.extraCa }),
        },
        { provide: DeliveryListener, useExisting: DeliveryDispatcher },
        AfterCommit,
        DeliveryDispatcher,
        DeliveryQueue,
        DeliveryStore,
        EndpointRegistry,
        Leases,
        Retention,
      ],
    };
  }
}
