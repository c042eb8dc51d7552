import { Body, Controller, Delete, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AttachRule, DetachRule, RuleTargets } from '@tributary/contracts';
import { changed, PathIdPipe } from '@tributary/http';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { AttachRuleBody, fromAttachBody } from './rule-attachment.bodies';
import { Rule } from '../rules/rule.schema';
import { RuleView } from '../rules/rule.view';

const POSITION =
  '`order` is the 1-based position among the attached rules, absent means last; `order_list` names all attached ' +
  'rules, this one too, in the wanted order. Both at once are refused.';

export const RULE_READS =
  'A rule that may read more than the token (templates may read all that their author could) is 403: its results would show it.';

@ApiTags('Rules')
@Controller('rules/:ruleId')
export class RuleAttachmentsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(RuleView) private readonly view: RuleView,
  ) {}

  @Post('transfer-links/:transferLinkId')
  @Endpoint({
    summary: 'Attach a rule to a transfer link, or move it there',
    description: `Rules of a link see what whoever made the link could see. ${RULE_READS} ${POSITION}`,
    scopes: ['rules:write', 'accounts:read', 'transactions:read'],
    of: 'resource',
    answer: changed('Rule attached to transfer link.', Rule),
  })
  async attachToTransferLink(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Param('transferLinkId', PathIdPipe) transferLinkId: number,
    @Body() body: AttachRuleBody,
  ) {
    const payload = { rule_id: ruleId, ...only('link', transferLinkId), ...fromAttachBody(body) };
    await this.commands.change(AttachRule, payload, { access, key: transferLinkId });
    return { message: 'Rule attached to transfer link.', data: await this.view.of(access, ruleId) };
  }

  @Delete('transfer-links/:transferLinkId')
  @Endpoint({
    summary: 'Take a rule off a transfer link',
    scopes: ['rules:write'],
    of: 'resource',
    answer: changed('Rule detached from transfer link.', Rule),
  })
  async detachFromTransferLink(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Param('transferLinkId', PathIdPipe) transferLinkId: number,
  ) {
    const payload = { rule_id: ruleId, ...only('link', transferLinkId) };
    await this.commands.change(DetachRule, payload, { access, key: transferLinkId });
    return { message: 'Rule detached from transfer link.', data: await this.view.of(access, ruleId) };
  }

  @Post('accounts/:accountId')
  @Endpoint({
    summary: 'Attach a rule to a financial account, or move it there',
    description: `It shapes what comes in from then on; \`POST /rules/{ruleId}/apply\` applies it to history. ${RULE_READS} ${POSITION}`,
    scopes: ['rules:write'],
    of: 'resource',
    answer: changed('Rule attached to financial account.', Rule),
  })
  async attachToAccount(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Param('accountId', PathIdPipe) financialAccountId: number,
    @Body() body: AttachRuleBody,
  ) {
    const payload = { rule_id: ruleId, ...only('account', financialAccountId), ...fromAttachBody(body) };
    await this.commands.change(AttachRule, payload, { access, key: financialAccountId });
    return { message: 'Rule attached to financial account.', data: await this.view.of(access, ruleId) };
  }

  @Delete('accounts/:accountId')
  @Endpoint({
    summary: 'Take a rule off a financial account',
    scopes: ['rules:write'],
    of: 'resource',
    answer: changed('Rule detached from financial account.', Rule),
  })
  async detachFromAccount(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Param('accountId', PathIdPipe) financialAccountId: number,
  ) {
    const payload = { rule_id: ruleId, ...only('account', financialAccountId) };
    await this.commands.change(DetachRule, payload, { access, key: financialAccountId });
    return { message: 'Rule detached from financial account.', data: await this.view.of(access, ruleId) };
  }
}

function only(kind: RuleTargets['kind'], id: number): { targets: RuleTargets } {
  return { targets: { kind, ids: [id] } };
}
