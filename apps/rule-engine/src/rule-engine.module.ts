import { DynamicModule, Module } from '@nestjs/common';
import {
  followingGrants,
  PlatformModule,
  provideReplayer,
  ReplayRequestedConsumer,
  Runtime,
  RunningService,
  startService,
} from '@tributary/service';
import { MIGRATIONS } from './migrations/migrations';
import { ApplyRuleHandler } from './applications/apply-rule.handler';
import { ApplicationJobs } from './applications/application-jobs';
import { PreviewRuleHandler } from './preview/preview-rule.handler';
import { REPLAYED_PARTS } from './replay/replayed-parts';
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
          migrations: MIGRATIONS,
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
        ReplayRequestedConsumer,
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
        ApplicationJobs,
        ...GRANTS.providers,
        provideReplayer(config, () => REPLAYED_PARTS),
      ],
    };
  }
}

/** Starts the service, alone or inside a process that it shares. */
export function startRuleEngine(config: RuleEngineConfig, runtime: Runtime = {}): Promise<RunningService> {
  return startService({ config, module: RuleEngineModule.register(config, runtime) });
}
