import { Body, Controller, Headers, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { AttachRuleToTransferLink } from '@tributary/contracts';
import { changed, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Commands } from '../commands';
import { Endpoint } from '../openapi/endpoint';
import { project } from '../query-model/project';
import { resourceRow, RULES } from '../query-model/resources.projection';
import { AttachRuleBody } from './attach-rule.body';
import { Rule } from './rule.schema';
import { RuleView } from './rule.view';

@ApiTags('Rules')
@Controller('rules')
export class RulesController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
    @Inject(RuleView) private readonly view: RuleView,
  ) {}

  @Post(':ruleId/transfer-links/:transferLinkId')
  @Endpoint({
    summary: 'Attach a rule to a transfer link, or move it there',
    description:
      '`order` is the 1-based place among the attached rules, absent means last; `order_list` names all attached ' +
      'rules, this one too, in the wanted order. Both at once are refused.',
    scopes: ['rules:write'],
    of: 'resource',
    answer: changed('Rule attached to transfer link.', Rule),
  })
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
