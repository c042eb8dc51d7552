import { DynamicModule, Module } from '@nestjs/common';
import {
  JOB_LEASE_MS,
  PlatformModule,
  provideReplayer,
  ReplayRequestedConsumer,
  Runtime,
} from '@tributary/service';
import { MIGRATIONS } from './migrations/migrations';
import { AccountsModule } from './accounts/accounts.module';
import { ConnectionsModule } from './connections/connections.module';
import { Connection } from './connections/connection.entity';
import { INGESTION_CONFIG, IngestionSyncConfig } from './ingestion-sync.config';
import { ImportsModule } from './imports/imports.module';
import { OperatorRequests } from './platform/operator-requests/operator-requests';
import { ExchangeRateFeed } from './sync/exchange-rates/exchange-rate-feed';
import { AccountProvider } from './providers/provider.port';
import { Providers } from './providers/providers';
import { ProvidersModule } from './providers/providers.module';
import { replayedParts } from './platform/replay/replayed-parts';
import { SEALED_COLUMNS } from './platform/sealed-columns';
import { SyncModule } from './sync/sync.module';
import { TransactionsModule } from './transactions/transactions.module';
import { USER_DATA } from './platform/user-data';
import { WAITING_WORK } from './platform/waiting-work';

/** The root module; modules below it can inject its settings and the connections of accounts. */
@Module({})
export class IngestionSyncModule {
  static register(
    config: IngestionSyncConfig,
    runtime: Runtime,
    further: readonly AccountProvider[] = [],
  ): DynamicModule {
    return {
      module: IngestionSyncModule,
      global: true,
      imports: [
        PlatformModule.register({
          config,
          runtime,
          entities: [Connection],
          migrations: MIGRATIONS,
          work: WAITING_WORK,
          jobs: { leaseMs: Math.min(config.sync.leaseMs, JOB_LEASE_MS), idleMs: config.sync.idleMs },
          sealed: { lasting: SEALED_COLUMNS },
          userData: USER_DATA,
        }),
        ProvidersModule.register(config.providers, further),
        AccountsModule,
        ConnectionsModule,
        SyncModule,
        TransactionsModule,
        ImportsModule,
      ],
      controllers: [ReplayRequestedConsumer],
      providers: [
        { provide: INGESTION_CONFIG, useValue: config },
        ExchangeRateFeed,
        OperatorRequests,
        provideReplayer(config, replayedParts, Providers),
      ],
      exports: [INGESTION_CONFIG, ConnectionsModule],
    };
  }
}
