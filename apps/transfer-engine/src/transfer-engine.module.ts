import { DynamicModule, Inject, Module, OnApplicationShutdown } from '@nestjs/common';
import { PlatformModule, Runtime } from '@tributary/service';
import { AccountConsumers } from './accounts/account.consumers';
import { BudgetaDestination } from './destinations/budgeta/budgeta.destination';
import { BudgetaDirectory } from './destinations/budgeta/budgeta.directory';
import { BudgetaClient } from './destinations/budgeta/client';
import { CONNECTING } from './destinations/connecting/connecting';
import { Directories } from './destinations/directories';
import { Destinations } from './destinations/destinations';
import { DestinationAuthorizations1763900000071 } from './migrations/destination-authorizations.migration';
import { DestinationKinds1763900000061 } from './migrations/destination-kinds.migration';
import { TransferTables1763700000000 } from './migrations/transfer-tables.migration';
import { TransferEngineConfig } from './transfer-engine.config';
import { CreateTransferLinksHandler } from './transfer-links/create-transfer-links.handler';
import { TransferLink } from './transfer-links/transfer-link.entity';
import { UpdateTransferLinkHandler } from './transfer-links/update-transfer-link.handler';
import { Dispatcher, DISPATCH_CONFIG } from './transfers/dispatch/dispatcher';
import { TransactionShapedConsumer } from './transfers/transaction-shaped.consumer';
import { WAITING_WORK } from './waiting-work';

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
          migrations: [
            TransferTables1763700000000,
            DestinationKinds1763900000061,
            DestinationAuthorizations1763900000071,
          ],
          entities: [TransferLink],
        }),
      ],
      controllers: [
        AccountConsumers,
        TransactionShapedConsumer,
        ...CONNECTING,
        CreateTransferLinksHandler,
        UpdateTransferLinkHandler,
      ],
      providers: [
        { provide: BudgetaClient, useFactory: () => new BudgetaClient(config.budgeta) },
        { provide: DISPATCH_CONFIG, useValue: config.dispatch },
        {
          provide: Destinations,
          inject: [BudgetaClient],
          useFactory: (client: BudgetaClient) =>
            new Destinations({
              BUDGETA: new BudgetaDestination(client, config.budgeta),
            }),
        },
        {
          provide: Directories,
          inject: [BudgetaClient],
          useFactory: (client: BudgetaClient) =>
            new Directories({ BUDGETA: new BudgetaDirectory(client, config.budgeta) }),
        },
        Dispatcher,
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.destinations.close();
    await this.budgeta.close();
  }
}
