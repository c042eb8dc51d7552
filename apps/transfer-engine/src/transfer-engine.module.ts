import { DynamicModule, Module } from '@nestjs/common';
import {
  followingGrants,
  PlatformModule,
  provideReplayer,
  ReplayRequestedConsumer,
  Runtime,
} from '@tributary/service';
import { USER_DATA } from './platform/user-data';
import { BalancesModule } from './transfer-links/balances/balances.module';
import { ConnectionsModule } from './destinations/connections/connections.module';
import { DestinationsModule } from './destinations/destinations.module';
import { PausableDestinations } from './destinations/connections/settings/pausable-destinations';
import { DriftModule } from './drift/drift.module';
import { TransferLinksModule } from './transfer-links/transfer-links.module';
import { PausableLinks } from './transfer-links/settings/pausable-links';
import { MIGRATIONS } from './migrations/migrations';
import { REPLAYED_PARTS } from './platform/replay/replayed-parts';
import { SEALED_COLUMNS } from './platform/sealed-columns';
import { TransferEngineConfig } from './transfer-engine.config';
import { TransferLink } from './transfer-links/transfer-link.entity';
import { DUE_TRANSFERS, LOGS } from './transfers/transfers.store';
import { TransfersModule } from './transfers/transfers.module';

const GRANTS = followingGrants('transfer-engine', [PausableLinks, PausableDestinations]);

/** The service that sends shaped transactions to users' budgets, spreadsheets and workspaces. */
@Module({})
export class TransferEngineModule {
  static register(config: TransferEngineConfig, runtime: Runtime): DynamicModule {
    return {
      module: TransferEngineModule,
      imports: [
        PlatformModule.register({
          config,
          runtime,
          work: [DUE_TRANSFERS],
          sealed: { lasting: SEALED_COLUMNS },
          userData: USER_DATA,
          migrations: MIGRATIONS,
          logs: LOGS,
          entities: [TransferLink],
        }),
        DestinationsModule.register(config.destinations),
        ConnectionsModule,
        TransferLinksModule,
        TransfersModule.register(config.dispatch),
        BalancesModule,
        DriftModule,
      ],
      controllers: [ReplayRequestedConsumer, ...GRANTS.controllers],
      providers: [...GRANTS.providers, provideReplayer(config, () => REPLAYED_PARTS)],
    };
  }
}
