import { Global, Module } from '@nestjs/common';
import { SetupReturns } from '../identity/setups/setup-returns';
import { ModelModule } from '../model/model.module';
import { TransactionsModule } from './transactions/transactions.module';
import { SettlementReviewsModule } from './settlement-reviews/settlement-reviews.module';
import { TransferPairsModule } from './transfer-pairs/transfer-pairs.module';
import { ReprocessingsModule } from './reprocessings/reprocessings.module';
import { FileImportsModule } from './file-imports/file-imports.module';
import { AccountsModule } from './accounts/accounts.module';
import { BalancesModule } from './balances/balances.module';
import { HoldingsModule } from './holdings/holdings.module';
import { SeriesModule } from './series/series.module';
import { UnreadRowsModule } from './unread-rows/unread-rows.module';
import { InstitutionsModule } from './institutions/institutions.module';
import { InstitutionConfigModule } from './institution-config/institution-config.module';
import { ConnectionsModule } from './connections/connections.module';
import { OverviewModule } from './overview/overview.module';
import { MadeByAppsModule } from './made-by-apps/made-by-apps.module';
import { DestinationsModule } from './destinations/destinations.module';
import { TransferLinksModule } from './transfer-links/transfer-links.module';
import { DriftChecksModule } from './drift-checks/drift-checks.module';
import { TransferFailuresModule } from './transfer-failures/transfer-failures.module';
import { TransferLogsModule } from './transfer-logs/transfer-logs.module';
import { RulesModule } from './rules/rules.module';
import { RuleAttachmentsModule } from './rule-attachments/rule-attachments.module';
import { RuleApplicationsModule } from './rule-applications/rule-applications.module';
import { RuleLogsModule } from './rule-logs/rule-logs.module';
import { CategoriesModule } from './categories/categories.module';
import { WebhookEndpointsModule } from './webhook-endpoints/webhook-endpoints.module';
import { WebhookDeliveriesModule } from './webhook-deliveries/webhook-deliveries.module';
import { WebhookEventsModule } from './webhook-events/webhook-events.module';
import { StreamModule } from './stream/stream.module';
import { AdministrationModule } from './administration/administration.module';
import { UsersModule } from './users/users.module';
import { SessionsModule } from './sessions/sessions.module';
import { SecurityEventsModule } from './security-events/security-events.module';
import { UserErasuresModule } from './user-erasures/user-erasures.module';
import { UserExportsModule } from './user-exports/user-exports.module';
import { TokensModule } from './tokens/tokens.module';
import { AppsModule } from './apps/apps.module';
import { GrantsModule } from './grants/grants.module';
import { ManagedUsersModule } from './managed-users/managed-users.module';
import { AdministeredUsersModule } from './administered-users/administered-users.module';
import { NoticesModule } from './notices/notices.module';
import { CommandedSetupReturns } from './commanded-setup-returns';

/**
 * A folder for each resource: its reads from the query model or identity, and its changes by commands to the owners.
 * Global, so that identity's pages get `SetupReturns` without importing this side.
 */
@Global()
@Module({
  imports: [
    TransactionsModule,
    SettlementReviewsModule,
    TransferPairsModule,
    ReprocessingsModule,
    FileImportsModule,
    AccountsModule,
    BalancesModule,
    HoldingsModule,
    SeriesModule,
    UnreadRowsModule,
    InstitutionsModule,
    InstitutionConfigModule,
    ConnectionsModule,
    OverviewModule,
    MadeByAppsModule,
    DestinationsModule,
    TransferLinksModule,
    DriftChecksModule,
    TransferFailuresModule,
    TransferLogsModule,
    RulesModule,
    RuleAttachmentsModule,
    RuleApplicationsModule,
    RuleLogsModule,
    CategoriesModule,
    WebhookEndpointsModule,
    WebhookDeliveriesModule,
    WebhookEventsModule,
    ModelModule,
    StreamModule,
    AdministrationModule,
    UsersModule,
    SessionsModule,
    SecurityEventsModule,
    UserErasuresModule,
    UserExportsModule,
    TokensModule,
    AppsModule,
    GrantsModule,
    ManagedUsersModule,
    AdministeredUsersModule,
    NoticesModule,
  ],
  providers: [{ provide: SetupReturns, useClass: CommandedSetupReturns }],
  exports: [SetupReturns],
})
export class ApiModule {}
