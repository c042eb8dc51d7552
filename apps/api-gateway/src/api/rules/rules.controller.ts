import { Body, Controller, Delete, Get, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  CommandPayload,
  CreateRule,
  DeleteRule,
  NewRule,
  RuleChange,
  sentOf,
  UpdateRule,
} from '@tributary/contracts';
import { changed, dataOf, done, pageOf, paginated, PathIdPipe, type ResourceQuery } from '@tributary/http';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { CreateRuleBody, UpdateRuleBody, withRoom } from './rule.bodies';
import { Rule, RuleLanguage } from './rule.schema';
import { RuleView } from './rule.view';
import { ruleLanguage } from './rule-language.resource';
import { RULES } from './rules.store';
import type { RuleQuery } from './rules.store';

@ApiTags('Rules')
@Controller('rules')
export class RulesController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(RuleView) private readonly view: RuleView,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List rules',
    description: 'Conditions and actions are in the rule; links and accounts if they are requested.',
    scopes: ['rules:read'],
    query: RULES,
    answer: pageOf(Rule),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: RuleQuery, @RequestUrl() url: string) {
    const { data, total } = await this.view.page(access, query);
    return paginated({ data, total, page: query.page, url });
  }

  @Get('fields')
  @Endpoint({
    summary: 'List what rules may speak of',
    description:
      'Fields with their types and operators, and actions: the table that checks and evaluates rules.',
    scopes: ['rules:read'],
    answer: dataOf(RuleLanguage),
  })
  fields() {
    return { data: ruleLanguage() };
  }

  @Get(':ruleId')
  @Endpoint({
    summary: 'Show a rule',
    description: 'With its links and accounts as far as the token may read them; with `include` those alone.',
    scopes: ['rules:read'],
    of: 'resource',
    query: RULES.alone,
    answer: dataOf(Rule),
  })
  async show(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @ParsedQuery() { includes }: ResourceQuery<typeof RULES.alone>,
  ) {
    return { data: await this.view.of(access, ruleId, includes) };
  }

  @Post()
  @Endpoint({
    summary: 'Create a rule',
    description: 'It has no effect until it is attached to an account or a transfer link.',
    scopes: ['rules:write'],
    status: 201,
    answer: changed('Rule created.', Rule),
  })
  async create(@Granted() access: Access, @Body() body: CreateRuleBody) {
    const payload = withRoom(sentOf(NewRule, body));
    const options = { access, key: access.userId };
    const rule = await this.commands.change(CreateRule, payload, options);
    return { message: 'Rule created.', data: await this.view.of(access, rule.id) };
  }

  @Put(':ruleId')
  @Endpoint({
    summary: 'Update a rule',
    description:
      'What is left out keeps its value. Conditions and actions are sent whole; one with its `id`, or unchanged, ' +
      'stays the one that it was, so that what was undone of it stays undone. With `unchanged_since`, a rule that was ' +
      'changed after that moment is left as it is, and the answer is 409.',
    scopes: ['rules:write'],
    of: 'resource',
    answer: changed('Rule updated.', Rule),
  })
  async update(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Body() body: UpdateRuleBody,
  ) {
    await this.change(access, { rule_id: ruleId, ...withRoom(sentOf(RuleChange, body)) });
    return { message: 'Rule updated.', data: await this.view.of(access, ruleId) };
  }

  @Post(':ruleId/enable')
  @Endpoint({
    summary: 'Enable a rule',
    scopes: ['rules:write'],
    of: 'resource',
    answer: changed('Rule enabled.', Rule),
  })
  async enable(@Granted() access: Access, @Param('ruleId', PathIdPipe) ruleId: number) {
    await this.change(access, { rule_id: ruleId, enabled: true });
    return { message: 'Rule enabled.', data: await this.view.of(access, ruleId) };
  }

  @Post(':ruleId/disable')
  @Endpoint({
    summary: 'Disable a rule',
    description: 'It stays attached, and no longer runs.',
    scopes: ['rules:write'],
    of: 'resource',
    answer: changed('Rule disabled.', Rule),
  })
  async disable(@Granted() access: Access, @Param('ruleId', PathIdPipe) ruleId: number) {
    await this.change(access, { rule_id: ruleId, enabled: false });
    return { message: 'Rule disabled.', data: await this.view.of(access, ruleId) };
  }

  @Delete(':ruleId')
  @Endpoint({
    summary: 'Delete a rule',
    description: 'What it did stays, and stays in the rule logs.',
    scopes: ['rules:write'],
    of: 'resource',
    answer: done('Rule deleted.'),
  })
  async delete(@Granted() access: Access, @Param('ruleId', PathIdPipe) ruleId: number) {
    await this.commands.change(DeleteRule, { ruleId }, { access, key: ruleId });
    return { message: 'Rule deleted.' };
  }

  private async change(access: Access, payload: CommandPayload<typeof UpdateRule>): Promise<void> {
    await this.commands.change(UpdateRule, payload, { access, key: payload.rule_id });
  }
}
