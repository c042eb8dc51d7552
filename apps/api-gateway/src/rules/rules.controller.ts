import { Body, Controller, Headers, HttpCode, Inject, Param, Post } from '@nestjs/common';
import { AttachRuleToTransferLink } from '@tributary/contracts';
import { PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../auth/access';
import { Granted, Scopes } from '../auth/scopes.guard';
import { Commands } from '../commands';
import { project } from '../query-model/project';
import { resourceRow, RULES } from '../query-model/resources.projection';
import { AttachRuleBody } from './attach-rule.body';
import { RuleView } from './rule.view';

@Controller('rules')
export class RulesController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(RuleView) private readonly view: RuleView,
  ) {}

  @Post(':ruleId/transfer-links/:transferLinkId')
  @HttpCode(200)
  @Scopes('rules:write')
  async attachToTransferLink(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Param('transferLinkId', PathIdPipe) transferLinkId: number,
    @Body() body: AttachRuleBody,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
  ) {
    const payload = {
      ruleId,
      transferLinkId,
      ...(typeof body.order === 'number' ? { order: body.order } : {}),
      ...(body.order_list ? { orderList: body.order_list } : {}),
    };
    const { rules } = await this.commands.send(AttachRuleToTransferLink, payload, {
      access,
      key: transferLinkId,
      idempotencyKey,
    });
    await project(this.database, RULES, rules.map(resourceRow)); // so that the caller reads what it wrote
    return { message: 'Rule attached to transfer link.', data: await this.view.of(access, ruleId) };
  }
}
