import {
  BeforeApplicationShutdown,
  DynamicModule,
  Inject,
  Module,
  OnApplicationBootstrap,
} from '@nestjs/common';
import {
  followingGrants,
  PlatformModule,
  provideReplayer,
  ReplayRequestedConsumer,
  Runtime,
  UserErasures,
} from '@tributary/service';
import { MIGRATIONS } from './migrations/migrations';
import { AccountDiscovery } from './connecting/account-discovery';
import { AccountsController } from './account-commands/accounts.controller';
import { ActivateConnectionHandler } from './connecting/activate-connection.handler';
import { CompleteConsentHandler } from './connecting/complete-consent.handler';
import { ConnectionChanges } from './connecting/connection-changes';
import { Connection } from './connections/connection.entity';
import { Connections } from './connections/connections';
import { ConnectionsController } from './connecting/connections.controller';
import { ConsentGiveBack } from './connecting/consent-give-back';
import { ConsentCompletion } from './connecting/consent-completion';
import { ConsentRequests } from './connecting/consent-requests';
import { ConsentWatch } from './connecting/consent-watch';
import { CreateConnectionHandler } from './connecting/create-connection.handler';
import { PausableConnections } from './connecting/pausable-connections';
import { ReauthorizeConnectionHandler } from './connecting/reauthorize-connection.handler';
import { UnwantedConsents } from './connecting/unwanted-consents';
import { Enrichers } from './enrichment/enrichers';
import { EnrichmentPass } from './enrichment/enrichment-pass';
import { RowEnrichment } from './enrichment/row-enrichment';
import { IngestionSyncConfig } from './ingestion-sync.config';
import { INGESTION_CONFIG } from './ingestion-sync.tokens';
import { InstitutionCatalogue } from './institutions/institution-catalogue';
import { AccountProvider } from './providers/provider.port';
import { Providers } from './providers/providers';
import { ProvidersModule } from './providers/providers.module';
import { OperatorRequests } from './operator-requests/operator-requests';
import { replayedParts } from './replay/replayed-parts';
import { ConnectionVerdicts } from './sync/connection-verdicts';
import { SyncLoop } from './sync/sync-loop';
import { ReprocessingJobs } from './transactions/reprocessing/reprocessing-jobs';
import { TransactionsController } from './transactions/transactions.controller';
import { SEALED_COLUMNS } from './sealed-columns';
import { USER_DATA } from './user-data';
import { WAITING_WORK } from './waiting-work';

const GRANTS = followingGrants('ingestion-sync', [PausableConnections]);

/** Connections, accounts and the loop that reads them. */
@Module({})
export class IngestionSyncModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(SyncLoop) private readonly loop: SyncLoop,
    @Inject(ConsentWatch) private readonly watch: ConsentWatch,
    @Inject(UnwantedConsents) private readonly unwanted: UnwantedConsents,
    @Inject(InstitutionCatalogue) private readonly catalogue: InstitutionCatalogue,
    @Inject(EnrichmentPass) private readonly enrichment: EnrichmentPass,
    @Inject(Providers) private readonly providers: Providers,
    @Inject(UserErasures) private readonly erasures: UserErasures,
  ) {}

  static register(
    config: IngestionSyncConfig,
    runtime: Runtime,
    further: readonly AccountProvider[] = [],
  ): DynamicModule {
    return {
      module: IngestionSyncModule,
      imports: [
        PlatformModule.register({
          config,
          runtime,
          entities: [Connection],
          migrations: MIGRATIONS,
          work: WAITING_WORK,
          jobs: { leaseMs: config.sync.leaseMs, idleMs: config.sync.idleMs },
          sealed: { lasting: SEALED_COLUMNS },
          userData: USER_DATA,
        }),
        ProvidersModule.register(config.providers, further),
      ],
      controllers: [
        ConnectionsController,
        AccountsController,
        TransactionsController,
        ReplayRequestedConsumer,
        ...GRANTS.controllers,
      ],
      providers: [
        { provide: INGESTION_CONFIG, useValue: config },
        Connections,
        ConnectionChanges,
        ConsentRequests,
        ConsentCompletion,
        ConsentGiveBack,
        CreateConnectionHandler,
        ActivateConnectionHandler,
        CompleteConsentHandler,
        ReauthorizeConnectionHandler,
        UnwantedConsents,
        ConsentWatch,
        InstitutionCatalogue,
        EnrichmentPass,
        RowEnrichment,
        ReprocessingJobs,
        { provide: Enrichers, useFactory: () => new Enrichers() },
        AccountDiscovery,
        ConnectionVerdicts,
        SyncLoop,
        OperatorRequests,
        ...GRANTS.providers,
        provideReplayer(config, replayedParts, Providers),
      ],
    };
  }

  onApplicationBootstrap(): void {
    this.loop.start();
    this.watch.start();
    this.unwanted.start();
    this.erasures.whenBegun(() => this.unwanted.wake());
    this.catalogue.start();
    this.enrichment.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([
      this.loop.stop(),
      this.watch.stop(),
      this.unwanted.stop(),
      this.catalogue.stop(),
      this.enrichment.stop(),
    ]);
    await this.providers.close();
  }
}
