import { Module } from '@nestjs/common';
import { FinanceModule } from '../finance/finance.module';
import { RuleApplicationsController } from './rule-applications.controller';
import { RuleAttachmentsController } from './rule-attachments.controller';
import { RuleLogsController } from './rule-logs.controller';
import { RuleTargetsController } from './rule-targets.controller';
import { RuleView } from './rule.view';
import { RulesController } from './rules.controller';

/** Rules, their attachments, applications and logs. */
@Module({
  imports: [FinanceModule],
  controllers: [
    RulesController,
    RuleAttachmentsController,
    RuleTargetsController,
    RuleApplicationsController,
    RuleLogsController,
  ],
  providers: [RuleView],
})
export class RulesModule {}
