import { Module } from '@nestjs/common';
import { AttachRuleHandler } from './attachments/attach-rule.handler';
import { CreateRuleHandler } from './create-rule.handler';
import { DeleteRuleHandler } from './delete-rule.handler';
import { RuleChecks } from './rule-checks';
import { RuleCounts } from './rule-counts';
import { UpdateRuleHandler } from './update-rule.handler';

@Module({
  controllers: [CreateRuleHandler, UpdateRuleHandler, DeleteRuleHandler, AttachRuleHandler],
  providers: [RuleChecks, RuleCounts],
  exports: [RuleChecks],
})
export class RulesModule {}
