import { DynamicModule, Module } from '@nestjs/common';
import {
  followingGrants,
  PlatformModule,
  provideReplayer,
  ReplayRequestedConsumer,
  Runtime,
} from '@tributary/service';
import { MIGRATIONS } from './migrations/migrations';
import { AccountChangedConsumer } from './deliveries/announcing/account-changed.consumer';
import { AfterCommit } from './deliveries/announcing/after-commit';
import { Announcer } from './deliveries/announcing/announcer';
import { BalanceSnapshottedConsumer } from './deliveries/announcing/balance-snapshotted.consumer';
import { ConnectionChangedConsumer } from './deliveries/announcing/connection-changed.consumer';
import { DeliveryListener, DeliveryQueue } from './deliveries/announcing/delivery-queue';
import { HoldingsSnapshottedConsumer } from './deliveries/announcing/holdings-snapshotted.consumer';
import { RuleUpsertedConsumer } from './deliveries/announcing/rule-upserted.consumer';
import { TransactionShapedConsumer } from './deliveries/announcing/transaction-shaped.consumer';
import { RecoverDeliveriesHandler } from './deliveries/requests/recover-deliveries.handler';
import { Recoveries } from './deliveries/requests/recoveries';
import { RedeliverWebhookHandler } from './deliveries/requests/redeliver-webhook.handler';
import { SendTestEventHandler } from './deliveries/requests/send-test-event.handler';
import { Retention, RETENTION_DAYS } from './deliveries/retention';
import {
  DeliveryDispatcher,
  DISPATCHER_OPTIONS,
  DispatcherOptions,
} from './deliveries/sending/delivery-dispatcher';
import { DeliveryStore } from './deliveries/sending/delivery-store';
import { LEASE_TERMS } from './deliveries/sending/lease';
import { INSTALLED_LEASE_TERMS, Leases } from './deliveries/sending/leases';
import { OutcomeSaver } from './deliveries/sending/outcome-saver';
import { WebhookClient } from './deliveries/sending/webhook-client';
import { AddressGuard } from '@tributary/outbound';
import { CreateWebhookEndpointHandler } from './endpoints/create-webhook-endpoint.handler';
import { DeleteWebhookEndpointHandler } from './endpoints/delete-webhook-endpoint.handler';
import { EndpointRegistry } from './endpoints/endpoint-registry';
import { RotateWebhookSecretHandler } from './endpoints/rotate-webhook-secret.handler';
import { UpdateWebhookEndpointHandler } from './endpoints/update-webhook-endpoint.handler';
import { WebhookEndpoint } from './endpoints/webhook-endpoint.entity';
import { PausableEndpoints } from './grants/pausable-endpoints';
import { REPLAYED_PARTS } from './replay/replayed-parts';
import { USER_DATA } from './users/user-data';
import { WebhookDispatcherConfig } from './webhook-dispatcher.config';
import { SEALED_COLUMNS } from './sealed-columns';
import { WAITING_WORK } from './waiting-work';

const GRANTS = followingGrants('webhook-dispatcher', [PausableEndpoints]);

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
          work: WAITING_WORK,
          sealed: { lasting: SEALED_COLUMNS },
          userData: USER_DATA,
          entities: [WebhookEndpoint],
          migrations: MIGRATIONS,
        }),
      ],
      controllers: [
        CreateWebhookEndpointHandler,
        UpdateWebhookEndpointHandler,
        DeleteWebhookEndpointHandler,
        RotateWebhookSecretHandler,
        SendTestEventHandler,
        RedeliverWebhookHandler,
        RecoverDeliveriesHandler,
        AccountChangedConsumer,
        BalanceSnapshottedConsumer,
        ConnectionChangedConsumer,
        HoldingsSnapshottedConsumer,
        RuleUpsertedConsumer,
        TransactionShapedConsumer,
        ReplayRequestedConsumer,
        ...GRANTS.controllers,
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
        Announcer,
        DeliveryDispatcher,
        DeliveryQueue,
        DeliveryStore,
        EndpointRegistry,
        ...GRANTS.providers,
        Leases,
        OutcomeSaver,
        Recoveries,
        Retention,
        provideReplayer(config, () => REPLAYED_PARTS),
      ],
    };
  }
}
