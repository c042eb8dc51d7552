import { DynamicModule, Module } from '@nestjs/common';
import {
  followingGrants,
  PlatformModule,
  provideReplayer,
  ReplayRequestedConsumer,
  Runtime,
} from '@tributary/service';
import { AccountsModule } from './accounts/accounts.module';
import { USER_DATA } from './accounts/user-data';
import { BalancesModule } from './balances/balances.module';
import { ConnectingModule } from './connecting/connecting.module';
import { DestinationsModule } from './destinations/destinations.module';
import { PausableDestinations } from './destinations/pausable-destinations';
import { DriftModule } from './drift/drift.module';
import { LinkingModule } from './linking/linking.module';
import { PausableLinks } from './linking/pausable-links';
import { MIGRATIONS } from './migrations/migrations';
import { REPLAYED_PARTS } from './replay/replayed-parts';
import { SEALED_COLUMNS } from './sealed-columns';
import { TransferEngineConfig } from './transfer-engine.config';
import { TransferLink } from './transfer-links/transfer-link.entity';
import { LOGS } from './transfers/logs';
import { TransfersModule } from './transfers/transfers.module';
import { WAITING_WORK } from './waiting-work';

const GRANTS = followingGrants('transfer-engine', [PausableLinks, PausableDestinations]);

/** The service that carries shaped transactions to where the user keeps a budget. */
@Module({})
export class TransferEngineModule {
  static register(config: TransferEngineConfig, runtime: Runtime): DynamicModule {
    return {
      module: TransferEngineModule,
      imports: [
        PlatformModule.register({
          config,
          runtime,
          work: WAITING_WORK,
          sealed: { lasting: SEALED_COLUMNS },
          userData: USER_DATA,
          migrations: MIGRATIONS,
          logs: LOGS,
          entities: [TransferLink],
        }),
        DestinationsModule.register(config.destinations),
        AccountsModule,
        ConnectingModule,
        LinkingModule,
        TransfersModule.register(config.dispatch),
        BalancesModule,
        DriftModule,
      ],
      controllers: [ReplayRequestedConsumer, ...GRANTS.controllers],
      providers: [...GRANTS.providers, provideReplayer(config, () => REPLAYED_PARTS)],
    };
  }
}
