import { DynamicModule, Module } from '@nestjs/common';
import {
  followingGrants,
  PlatformModule,
  provideReplayer,
  ReplayRequestedConsumer,
  Runtime,
} from '@tributary/service';
import { MIGRATIONS } from './migrations/migrations';
import { AccountConsumers } from './accounts/account.consumers';
import { USER_DATA } from './accounts/user-data';
import { BalanceWriter } from './balances/balance-writer';
import { CONNECTING } from './connecting/connecting';
import { DestinationsModule } from './destinations/destinations.module';
import { CheckTransferLinkHandler } from './drift/check-transfer-link.handler';
import { DriftChecker } from './drift/drift-checker';
import { PausableDestinations } from './destinations/pausable-destinations';
import { REPLAYED_PARTS } from './replay/replayed-parts';
import { TransferEngineConfig } from './transfer-engine.config';
import { CreateTransferLinksHandler } from './linking/create-transfer-links.handler';
import { DeleteTransferLinkHandler } from './linking/delete-transfer-link.handler';
import { HistoryProgress } from './linking/history-progress';
import { LinkHistoryShapedConsumer } from './linking/link-history-shaped.consumer';
import { PausableLinks } from './linking/pausable-links';
import { RetryTransferLinkHandler } from './linking/retry-transfer-link.handler';
import { TransferLink } from './transfer-links/transfer-link.entity';
import { UpdateTransferLinkHandler } from './linking/update-transfer-link.handler';
import { DISPATCH_CONFIG } from './transfers/dispatch/dispatch-config';
import { Dispatcher } from './transfers/dispatch/dispatcher';
import { RetryTransfersHandler } from './transfers/retry-transfers.handler';
import { LOGS } from './transfers/logs';
import { TransactionShapedConsumer } from './transfers/transaction-shaped.consumer';
import { SEALED_COLUMNS } from './sealed-columns';
import { WAITING_WORK } from './waiting-work';
import { UndoTransfersHandler } from './transfers/undo-transfers.handler';

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
      ],
      controllers: [
        AccountConsumers,
        TransactionShapedConsumer,
        ...CONNECTING,
        CreateTransferLinksHandler,
        UpdateTransferLinkHandler,
        DeleteTransferLinkHandler,
        RetryTransferLinkHandler,
        LinkHistoryShapedConsumer,
        RetryTransfersHandler,
        UndoTransfersHandler,
        CheckTransferLinkHandler,
        ReplayRequestedConsumer,
        ...GRANTS.controllers,
      ],
      providers: [
        { provide: DISPATCH_CONFIG, useValue: config.dispatch },
        Dispatcher,
        HistoryProgress,
        BalanceWriter,
        DriftChecker,
        ...GRANTS.providers,
        provideReplayer(config, () => REPLAYED_PARTS),
      ],
    };
  }
}
