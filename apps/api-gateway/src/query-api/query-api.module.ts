import { Global, Module } from '@nestjs/common';
import { AdministrationModule } from '../administration/administration.module';
import { DestinationsModule } from '../destinations/destinations.module';
import { FinanceModule } from '../finance/finance.module';
import { MadeByAppsModule } from '../made-by-apps/made-by-apps.module';
import { OverviewModule } from '../overview/overview.module';
import { QueryModelModule } from '../query-model/query-model.module';
import { StreamModule } from '../stream/stream.module';
import { RulesModule } from '../rules/rules.module';
import { TransfersModule } from '../transfers/transfers.module';
import { WebhooksModule } from '../webhooks/webhooks.module';
import { SetupReturns } from '../identity';
import { CommandedSetupReturns } from './commanded-setup-returns';

/**
 * All that is read from the query model, and all that is changed by commands to its owners. Global, so that identity's
 * pages get `SetupReturns` without importing this side.
 */
@Global()
@Module({
  imports: [
    FinanceModule,
    OverviewModule,
    MadeByAppsModule,
    DestinationsModule,
    TransfersModule,
    RulesModule,
    WebhooksModule,
    QueryModelModule,
    StreamModule,
    AdministrationModule,
  ],
  providers: [{ provide: SetupReturns, useClass: CommandedSetupReturns }],
  exports: [SetupReturns],
})
export class QueryApiModule {}
