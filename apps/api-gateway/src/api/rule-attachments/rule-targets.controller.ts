import { Body, Controller, Delete, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AttachRule, DetachRule, RuleTargets } from '@tributary/contracts';
import { changed, PathIdPipe } from '@tributary/http';
import type { Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { RULE_READS } from './rule-attachments.controller';
import { RuleAccountsBody, RuleTransferLinksBody } from './rule-attachment.bodies';
import { Rule } from '../rules/rule.schema';
import { RuleView } from '../rules/rule.view';

const ALL_OR_NONE = 'All of them or, where one is not there, none.';

/** A rule at many accounts or links at once. */
@ApiTags('Rules')
@Controller('rules/:ruleId')
export class RuleTargetsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(RuleView) private readonly view: RuleView,
  ) {}

  @Post('accounts/bulk')
  @Endpoint({
    summary: 'Attach a rule to financial accounts',
    description: `It becomes the last rule of each. ${ALL_OR_NONE} ${RULE_READS}`,
    scopes: ['rules:write'],
    of: 'resource',
    answer: changed('Rule attached to financial accounts.', Rule),
  })
  async attachToAccounts(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Body() { financial_account_ids: ids }: RuleAccountsBody,
  ) {
    const data = await this.change(access, AttachRule, ruleId, { kind: 'account', ids });
    return { message: 'Rule attached to financial accounts.', data };
  }

  @Delete('accounts/bulk')
  @Endpoint({
    summary: 'Take a rule off financial accounts',
    description: ALL_OR_NONE,
    scopes: ['rules:write'],
    of: 'resource',
    answer: changed('Rule detached from financial accounts.', Rule),
  })
  async detachFromAccounts(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Body() { financial_account_ids: ids }: RuleAccountsBody,
  ) {
    const data = await this.change(access, DetachRule, ruleId, { kind: 'account', ids });
    return { message: 'Rule detached from financial accounts.', data };
  }

  @Post('transfer-links/bulk')
  @Endpoint({
    summary: 'Attach a rule to transfer links',
    description: `It becomes the last rule of each. ${ALL_OR_NONE} Rules of a link see what whoever made the link could see. ${RULE_READS}`,
    scopes: ['rules:write', 'accounts:read', 'transactions:read'],
    of: 'resource',
    answer: changed('Rule attached to transfer links.', Rule),
  })
  async attachToTransferLinks(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Body() { transfer_link_ids: ids }: RuleTransferLinksBody,
  ) {
    const data = await this.change(access, AttachRule, ruleId, { kind: 'link', ids });
    return { message: 'Rule attached to transfer links.', data };
  }

  @Delete('transfer-links/bulk')
  @Endpoint({
    summary: 'Take a rule off transfer links',
    description: ALL_OR_NONE,
    scopes: ['rules:write'],
    of: 'resource',
    answer: changed('Rule detached from transfer links.', Rule),
  })
  async detachFromTransferLinks(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Body() { transfer_link_ids: ids }: RuleTransferLinksBody,
  ) {
    const data = await this.change(access, DetachRule, ruleId, { kind: 'link', ids });
    return { message: 'Rule detached from transfer links.', data };
  }

  /** Sends the command. @returns the rule as it is after it */
  private async change(
    access: Access,
    contract: typeof AttachRule | typeof DetachRule,
    ruleId: number,
    targets: RuleTargets,
  ) {
    await this.commands.change(contract, { rule_id: ruleId, targets }, { access, key: ruleId });
    return this.view.of(access, ruleId);
  }
}
