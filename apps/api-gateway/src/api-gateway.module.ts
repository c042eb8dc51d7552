import { DynamicModule, Module } from '@nestjs/common';
import { followingGrants, PlatformModule, Runtime } from '@tributary/service';
import { MIGRATIONS } from './migrations/migrations';
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
          migrations: MIGRATIONS,
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
