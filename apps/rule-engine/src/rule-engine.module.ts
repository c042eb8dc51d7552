import { DynamicModule, Module } from '@nestjs/common';
import {
  followingGrants,
  PlatformModule,
  provideReplayer,
  ReplayRequestedConsumer,
  Runtime,
} from '@tributary/service';
import { AnnotationsModule } from './history/annotations/annotations.module';
import { ApplicationsModule } from './applications/applications.module';
import { CategoriesModule } from './rules/categories/categories.module';
import { MIGRATIONS } from './migrations/migrations';
import { PreviewModule } from './history/preview/preview.module';
import { REPLAYED_PARTS } from './platform/replay/replayed-parts';
import { RuleEngineConfig } from './rule-engine.config';
import { RuleLogsModule } from './rule-logs/rule-logs.module';
import { LOGS } from './shaping/results/rule-logs.store';
import { AccountAttachment, LinkAttachment } from './rules/attachments/attachment.entity';
import { PausableRules } from './rules/pausable-rules';
import { Rule, RuleAction, RuleCondition } from './rules/rule.entity';
import { RulesModule } from './rules/rules.module';
import { SeriesModule } from './history/series/series.module';
import { ShapingModule } from './shaping/shaping.module';
import { SuggestionsModule } from './history/suggestions/suggestions.module';
import { USER_DATA } from './platform/user-data';
import { WorkersModule } from './evaluation/workers/workers.module';

const GRANTS = followingGrants('rule-engine', [PausableRules]);

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
        WorkersModule.register(config),
        RulesModule,
        ShapingModule,
        RuleLogsModule,
        PreviewModule,
        ApplicationsModule,
        SuggestionsModule,
        CategoriesModule,
        AnnotationsModule,
        SeriesModule,
      ],
      controllers: [ReplayRequestedConsumer, ...GRANTS.controllers],
      providers: [...GRANTS.providers, provideReplayer(config, () => REPLAYED_PARTS)],
    };
  }
}
