import { DynamicModule, Module } from '@nestjs/common';
import { followingGrants, PlatformModule, Runtime } from '@tributary/service';
import type { ApiGatewayConfig } from './api-gateway.config';
import { API_GATEWAY_CONFIG } from './api-gateway.tokens';
import { AuthModule } from './auth/auth.module';
import { Token } from './auth/token.entity';
import { User } from './auth/user.entity';
import { SEALED_REPLIES } from './auth/oauth/sealed-replies';
import { Commands } from './commands';
import { DESTINATION_CONTROLLERS } from './destinations/destination.controllers';
import { DestinationWrites } from './destinations/destination-writes';
import { DestinationsView } from './destinations/destinations.view';
import { FeedAccesses } from './destinations/feed/feed-access';
import { FeedsController } from './destinations/feed/feeds.controller';
import { PausableFeeds } from './pausing/pausable-feeds';
import { SimplefinController } from './destinations/feed/simplefin.controller';
import { Keeping } from './made-by-apps/keeping';
import { MadeByAppsController } from './made-by-apps/made-by-apps.controller';
import { AccountsController } from './finance/accounts.controller';
import { AccountsService } from './finance/accounts.service';
import { BalancesController } from './finance/balances.controller';
import { HoldingsController } from './finance/holdings.controller';
import { ConnectionView } from './finance/connection.view';
import { ConnectionsController } from './finance/connections.controller';
import { ConsentCallbackController } from './finance/consent-callback.controller';
import { InstitutionsController } from './finance/institutions.controller';
import { ReprocessingsController } from './finance/reprocessings.controller';
import { SettlementReviewsController } from './finance/settlement-reviews.controller';
import { TransactionsController } from './finance/transactions.controller';
import { TransactionsService } from './finance/transactions.service';
import { AccessTables1763700000000 } from './migrations/access-tables-1763700000000';
import { QueryModelTables1763700000001 } from './migrations/query-model-tables-1763700000001';
import { RuleHistory1763800000005 } from './migrations/rule-history-1763800000005';
import { WebhookTables1763800000011 } from './migrations/webhook-tables-1763800000011';
import { ShorterSearchedText1763800000031 } from './migrations/shorter-searched-text-1763800000031';
import { Holdings1763800000041 } from './migrations/holdings-1763800000041';
import { TransactionReading1763800000021 } from './migrations/transaction-reading-1763800000021';
import { Settlements1763810000031 } from './migrations/settlements-1763810000031';
import { TransferHistory1763940000061 } from './migrations/transfer-history-1763940000061';
import { UsersAndGrants1763820000051 } from './migrations/users-and-grants-1763820000051';
import { Reprocessings1763930000031 } from './migrations/reprocessings-1763930000031';
import { RebuildJobs1764300000002 } from './migrations/rebuild-jobs-1764300000002';
import { UserJobs1764300000001 } from './migrations/user-jobs-1764300000001';
import { UserExports1763990000091 } from './migrations/user-exports-1763990000091';
import { UserErasures1763990000071 } from './migrations/user-erasures-1763990000071';
import { RequestCounts1763960000071 } from './migrations/request-counts-1763960000071';
import { Holders1764100000001 } from './migrations/holders-1764100000001';
import { PausedFeeds1764110000101 } from './migrations/paused-feeds-1764110000101';
import { RuleWebhookEvents1764120000001 } from './migrations/rule-webhook-events-1764120000001';
import { LogRetention1764020000101 } from './migrations/log-retention-1764020000101';
import { SignInFailuresByAccount1764030000135 } from './migrations/sign-in-failures-by-account-1764030000135';
import { KeptAnswers1764010000083 } from './migrations/kept-answers-1764010000083';
import { SecurityTrail1763970000082 } from './migrations/security-trail-1763970000082';
import { QueryModelRebuilds1763995000081 } from './migrations/query-model-rebuilds-1763995000081';
import { Feeds1763950000061 } from './migrations/feeds-1763950000061';
import { Invitations1764120000144 } from './migrations/invitations-1764120000144';
import { DisabledUsers1764010000000 } from './migrations/disabled-users-1764010000000';
import { Setups1764030000102 } from './migrations/setups-1764030000102';
import { KeptAnswers } from './idempotency/kept-answers';
import { PAGE_CONTROLLERS, PAGE_PROVIDERS } from './pages/page-controllers';
import { OAuthServer } from './auth/oauth/oauth-server';
import { SEALED_LINKS } from './setups/sealed-links';
import { SetupReturns } from './pages/setup-returns';
import { Setups } from './setups/setups';
import { SEALED_ANSWERS } from './idempotency/sealed-answers';
import { RebuildJobs } from './query-model/rebuild/rebuild-jobs';
import { QUERY_MODEL_CONSUMERS } from './query-model/query-model.consumers';
import { RuleApplicationsController } from './rules/rule-applications.controller';
import { RuleAttachmentsController } from './rules/rule-attachments.controller';
import { RuleLogsController } from './rules/rule-logs.controller';
import { LOGS } from './query-model/tables';
import { WebhookRetention } from './query-model/webhook-retention';
import { RuleView } from './rules/rule.view';
import { RulesController } from './rules/rules.controller';
import { TransferLinkView } from './transfers/transfer-link.view';
import { DriftChecksController } from './transfers/drift-checks.controller';
import { TransferLogsController } from './transfers/transfer-logs.controller';
import { TransferLinksController } from './transfers/transfer-links.controller';
import { SecurityEventsController } from './users/security-events.controller';
import { TokensController } from './users/tokens.controller';
import { OperatorRequests } from './users/administration/operator-requests';
import { ErasureJobs } from './users/erasure/erasure-jobs';
import { UserErasuresController } from './users/erasure/user-erasures.controller';
import { ExportJobs } from './users/export/export-jobs';
import { UserExportsController } from './users/export/user-exports.controller';
import { USER_DATA } from './user-data';
import { UserController } from './users/user.controller';
import { WebhookDeliveriesController } from './webhooks/webhook-deliveries.controller';
import { WebhookEventsController } from './webhooks/webhook-events.controller';
import { WebhooksController } from './webhooks/webhooks.controller';

const GRANTS = followingGrants('api-gateway', [PausableFeeds]);

/** What clients reach over HTTP; the OpenAPI document is made from these. */
export const REST_CONTROLLERS = [
  TransactionsController,
  SettlementReviewsController,
  ReprocessingsController,
  AccountsController,
  BalancesController,
  HoldingsController,
  InstitutionsController,
  ConsentCallbackController,
  MadeByAppsController,
  ConnectionsController,
  ...DESTINATION_CONTROLLERS,
  FeedsController,
  TransferLinksController,
  DriftChecksController,
  TransferLogsController,
  RulesController,
  RuleAttachmentsController,
  RuleApplicationsController,
  RuleLogsController,
  WebhooksController,
  WebhookDeliveriesController,
  WebhookEventsController,
  UserController,
  SecurityEventsController,
  UserErasuresController,
  UserExportsController,
  TokensController,
];

/** The REST API: reads from its query model, writes as commands to their owners. */
@Module({})
export class ApiGatewayModule {
  static register(config: ApiGatewayConfig, runtime: Runtime): DynamicModule {
    return {
      module: ApiGatewayModule,
      imports: [
        PlatformModule.register({
          config,
          runtime,
          entities: [User, Token],
          sealed: { passing: [SEALED_REPLIES, SEALED_LINKS, ...SEALED_ANSWERS] },
          userData: USER_DATA,
          migrations: [
            AccessTables1763700000000,
            QueryModelTables1763700000001,
            RuleHistory1763800000005,
            WebhookTables1763800000011,
            TransactionReading1763800000021,
            ShorterSearchedText1763800000031,
            Holdings1763800000041,
            Settlements1763810000031,
            UsersAndGrants1763820000051,
            Reprocessings1763930000031,
            TransferHistory1763940000061,
            Feeds1763950000061,
            RequestCounts1763960000071,
            SecurityTrail1763970000082,
            DisabledUsers1764010000000,
            QueryModelRebuilds1763995000081,
            KeptAnswers1764010000083,
            UserErasures1763990000071,
            UserExports1763990000091,
            LogRetention1764020000101,
            Holders1764100000001,
            Setups1764030000102,
            PausedFeeds1764110000101,
            RuleWebhookEvents1764120000001,
            SignInFailuresByAccount1764030000135,
            Invitations1764120000144,
            UserJobs1764300000001,
            RebuildJobs1764300000002,
          ],
          logs: LOGS,
        }),
        AuthModule.register(config),
      ],
      controllers: [
        ...REST_CONTROLLERS,
        SimplefinController,
        ...PAGE_CONTROLLERS,
        ...QUERY_MODEL_CONSUMERS,
        ...GRANTS.controllers,
      ],
      providers: [
        { provide: API_GATEWAY_CONFIG, useValue: config },
        Commands,
        AccountsService,
        ConnectionView,
        DestinationsView,
        DestinationWrites,
        FeedAccesses,
        SetupReturns,
        Setups,
        Keeping,
        ...GRANTS.providers,
        KeptAnswers,
        OAuthServer,
        ...PAGE_PROVIDERS,
        TransactionsService,
        TransferLinkView,
        RuleView,
        ErasureJobs,
        ExportJobs,
        WebhookRetention,
        OperatorRequests,
        RebuildJobs,
      ],
    };
  }
}
