import { DynamicModule, Module } from '@nestjs/common';
import {
  followingGrants,
  PlatformModule,
  restating,
  RestatementRequestedConsumer,
  Runtime,
  RunningService,
  startService,
} from '@tributary/service';
import { ApplyRuleHandler } from './applications/apply-rule.handler';
import { ApplicationJobs } from './applications/application-jobs';
import { RuleTables1763700000000 } from './migrations/rule-tables.migration';
import { RuleApplications1763800000000 } from './migrations/rule-applications.migration';
import { CleaningJobs } from './cleaning/cleaning-jobs';
import { Cleanings1764210000011 } from './migrations/cleanings.migration';
import { DisabledRules1764200000001 } from './migrations/disabled-rules.migration';
import { JobTurns1764210000002 } from './migrations/job-turns.migration';
import { LinkAuthors1764210000001 } from './migrations/link-authors.migration';
import { LogRetention1764020000001 } from './migrations/log-retention.migration';
import { PausedRules1764110000061 } from './migrations/paused-rules.migration';
import { RULE_JOBS_MIGRATIONS } from './migrations/rule-jobs.migrations';
import { RuleAuthors1764100000000 } from './migrations/rule-authors.migration';
import { PreviewRuleHandler } from './preview/preview-rule.handler';
import { RESTATED_PARTS } from './restating/restated-parts';
import { RULE_ENGINE_CONFIG, RuleEngineConfig } from './rule-engine.config';
import { AccountAttachment, LinkAttachment } from './rules/attachment.entity';
import { LOGS } from './rule-logs/stored-logs';
import { UndoRuleLogsHandler } from './rule-logs/undo-rule-logs.handler';
import { AttachRuleToAccountHandler } from './rules/attach-rule-to-account.handler';
import { AttachRuleToAccountsHandler } from './rules/attach-rule-to-accounts.handler';
import { AttachRuleToTransferLinkHandler } from './rules/attach-rule-to-transfer-link.handler';
import { CreateRuleHandler } from './rules/create-rule.handler';
import { DeleteRuleHandler } from './rules/delete-rule.handler';
import { DetachRuleHandlers } from './rules/detach-rule.handlers';
import { RuleChecks } from './rules/rule-checks';
import { RuleCounts } from './rules/rule-counts';
import { Rule, RuleAction, RuleCondition } from './rules/rule.entity';
import { PausableRules } from './rules/pausable-rules';
import { UpdateRuleHandler } from './rules/update-rule.handler';
import { AccountDeletedConsumer } from './shaping/account-deleted.consumer';
import { AccountUpsertedConsumer } from './shaping/account-upserted.consumer';
import { ReshapeJobs } from './shaping/reshape-jobs';
import { Shaper } from './shaping/shaper';
import { ShapingPlans } from './shaping/shaping-plans';
import { StoredRules } from './shaping/stored-rules';
import { TransactionRemovedConsumer } from './shaping/transaction-removed.consumer';
import { TransactionUpsertedConsumer } from './shaping/transaction-upserted.consumer';
import { TransferLinkUpsertedConsumer } from './shaping/transfer-link-upserted.consumer';
import { USER_DATA } from './user-data';
import { ShapingWorkers, TryingWorkers } from './workers/pools';

const GRANTS = followingGrants('rule-engine', [PausableRules]);

/** Rules, and the shaping of transactions by them. */
@Module({})
export class RuleEngineModule {
  static register(config: RuleEngineConfig, runtime: Runtime): DynamicModule {
    return {
      module: RuleEngineModule,
      imports: [
        PlatformModule.register({
          config,
          runtime,
          migrations: [
            RuleTables1763700000000,
            RuleApplications1763800000000,
            LogRetention1764020000001,
            RuleAuthors1764100000000,
            PausedRules1764110000061,
            DisabledRules1764200000001,
            LinkAuthors1764210000001,
            JobTurns1764210000002,
            Cleanings1764210000011,
            ...RULE_JOBS_MIGRATIONS,
          ],
          logs: LOGS,
          jobs: { leaseMs: config.reshapeLeaseMs, idleMs: config.reshapeIdleMs },
          userData: USER_DATA,
          entities: [Rule, RuleCondition, RuleAction, AccountAttachment, LinkAttachment],
        }),
      ],
      controllers: [
        CreateRuleHandler,
        UpdateRuleHandler,
        DeleteRuleHandler,
        AttachRuleToTransferLinkHandler,
        AttachRuleToAccountHandler,
        AttachRuleToAccountsHandler,
        DetachRuleHandlers,
        UndoRuleLogsHandler,
        PreviewRuleHandler,
        ApplyRuleHandler,
        AccountUpsertedConsumer,
        AccountDeletedConsumer,
        TransferLinkUpsertedConsumer,
        TransactionUpsertedConsumer,
        TransactionRemovedConsumer,
        RestatementRequestedConsumer,
        ...GRANTS.controllers,
      ],
      providers: [
        { provide: RULE_ENGINE_CONFIG, useValue: config },
        ShapingWorkers,
        TryingWorkers,
        RuleChecks,
        RuleCounts,
        StoredRules,
        ShapingPlans,
        Shaper,
        ReshapeJobs,
        CleaningJobs,
        ApplicationJobs,
        ...GRANTS.providers,
        restating(config, () => RESTATED_PARTS),
      ],
    };
  }
}

/** Starts the service, alone or inside a process that it shares. */
export function startRuleEngine(config: RuleEngineConfig, runtime: Runtime = {}): Promise<RunningService> {
  return startService({ config, module: RuleEngineModule.register(config, runtime) });
}
