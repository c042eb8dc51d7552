import { DynamicModule, Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { DatabaseClock } from '@tributary/messaging';
import {
  followingGrants,
  PlatformModule,
  restating,
  RestatementRequestedConsumer,
  RestatementTables1763995000001,
  Runtime,
} from '@tributary/service';
import { AccountConsumers } from './accounts/account.consumers';
import { USER_DATA } from './accounts/user-data';
import { BalanceWriter } from './balances/balance-writer';
import { BudgetaDestination } from './destinations/budgeta/budgeta.destination';
import { BudgetaDirectory } from './destinations/budgeta/budgeta.directory';
import { BudgetaClient } from './destinations/budgeta/client';
import { BudgetbDestination } from './destinations/budgetb/budgetb.destination';
import { BudgetbDirectory } from './destinations/budgetb/budgetb.directory';
import { BudgetbClient } from './destinations/budgetb/client';
import { CONNECTING } from './connecting/connecting';
import { Directories } from './destinations/directories';
import { Destinations } from './destinations/destinations';
import { CheckTransferLinkHandler } from './drift/check-transfer-link.handler';
import { DriftChecker } from './drift/drift-checker';
import { SheetsClient } from './destinations/sheets/client';
import { SheetsDestination } from './destinations/sheets/sheets.destination';
import { SheetsDirectory } from './destinations/sheets/sheets.directory';
import { WorkspaceClient } from './destinations/workspace/client';
import { WorkspaceDestination } from './destinations/workspace/workspace.destination';
import { WorkspaceDirectory } from './destinations/workspace/workspace.directory';
import { PausableDestinations } from './destinations/pausable-destinations';
import { Authors1764110000081 } from './migrations/authors.migration';
import { DestinationAuthorizations1763900000071 } from './migrations/destination-authorizations.migration';
import { DestinationKinds1763900000061 } from './migrations/destination-kinds.migration';
import { LogRetention1764020000081 } from './migrations/log-retention.migration';
import { TransferWork1763900000081 } from './migrations/transfer-work.migration';
import { TransferTables1763700000000 } from './migrations/transfer-tables.migration';
import { RESTATED_PARTS } from './restating/restated-parts';
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
export class TransferEngineModule implements OnApplicationShutdown {
  constructor(
    @Inject(BudgetaClient) private readonly budgeta: BudgetaClient,
    @Inject(Destinations) private readonly destinations: Destinations,
  ) {}

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
          migrations: [
            TransferTables1763700000000,
            DestinationKinds1763900000061,
            DestinationAuthorizations1763900000071,
            TransferWork1763900000081,
            RestatementTables1763995000001,
            LogRetention1764020000081,
            Authors1764110000081,
          ],
          logs: LOGS,
          entities: [TransferLink],
        }),
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
        RestatementRequestedConsumer,
        ...GRANTS.controllers,
      ],
      providers: [
        { provide: BudgetaClient, useFactory: () => new BudgetaClient(config.budgeta) },
        { provide: BudgetbClient, useFactory: () => new BudgetbClient(config.budgetb) },
        {
          provide: SheetsClient,
          inject: [DatabaseClock],
          useFactory: (clock: DatabaseClock) => new SheetsClient(config.sheets, clock),
        },
        { provide: WorkspaceClient, useFactory: () => new WorkspaceClient(config.workspace) },
        { provide: DISPATCH_CONFIG, useValue: config.dispatch },
        {
          provide: Destinations,
          inject: [BudgetaClient, BudgetbClient, SheetsClient, WorkspaceClient],
          useFactory: (
            budgeta: BudgetaClient,
            budgetb: BudgetbClient,
            sheets: SheetsClient,
            workspace: WorkspaceClient,
          ) =>
            new Destinations({
              BUDGETA: new BudgetaDestination(budgeta, config.budgeta),
              BUDGETB: new BudgetbDestination(budgetb, config.budgetb),
              SHEETS: new SheetsDestination(sheets, config.sheets),
              WORKSPACE: new WorkspaceDestination(workspace, config.workspace),
            }),
        },
        {
          provide: Directories,
          inject: [BudgetaClient, BudgetbClient, SheetsClient, WorkspaceClient],
          useFactory: (
            budgeta: BudgetaClient,
            budgetb: BudgetbClient,
            sheets: SheetsClient,
            workspace: WorkspaceClient,
          ) =>
            new Directories({
              BUDGETA: new BudgetaDirectory(budgeta, config.budgeta),
              BUDGETB: new BudgetbDirectory(budgetb),
              SHEETS: new SheetsDirectory(sheets),
              WORKSPACE: new WorkspaceDirectory(workspace),
            }),
        },
        Dispatcher,
        HistoryProgress,
        BalanceWriter,
        DriftChecker,
        ...GRANTS.providers,
        restating(config, () => RESTATED_PARTS),
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.destinations.close();
    await this.budgeta.close();
  }
}
