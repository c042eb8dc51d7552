import { Module } from '@nestjs/common';
import { AttachRuleToAccountHandler } from './attachments/attach-rule-to-account.handler';
import { AttachRuleToAccountsHandler } from './attachments/attach-rule-to-accounts.handler';
import { AttachRuleToTransferLinkHandler } from './attachments/attach-rule-to-transfer-link.handler';
import { AttachRuleToTransferLinksHandler } from './attachments/attach-rule-to-transfer-links.handler';
import { CreateRuleHandler } from './create-rule.handler';
import { DeleteRuleHandler } from './delete-rule.handler';
import { DetachRuleHandlers } from './attachments/detach-rule.handlers';
import { RuleChecks } from './rule-checks';
import { RuleCounts } from './rule-counts';
import { UpdateRuleHandler } from './update-rule.handler';

@Module({
  controllers: [
    CreateRuleHandler,
    UpdateRuleHandler,
    DeleteRuleHandler,
    AttachRuleToTransferLinkHandler,
    AttachRuleToAccountHandler,
    AttachRuleToAccountsHandler,
    AttachRuleToTransferLinksHandler,
    DetachRuleHandlers,
  ],
  providers: [RuleChecks, RuleCounts],
  exports: [RuleChecks],
})
export class RulesModule {}
