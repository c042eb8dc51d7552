import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ApplyRule, PreviewRule, Problem } from '@tributary/contracts';
import { changed, dataOf, pageOf, paginated, PathIdPipe } from '@tributary/http';
import { Database } from '@tributary/persistence';
import type { Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { Endpoint } from '../../rest/openapi/endpoint';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { ApplyRuleBody, fromPreviewBody, PreviewRuleBody } from './rule-application.bodies';
import { toPreview } from './preview.resource';
import { toRuleApplication } from './rule-application.resource';
import { RULE_APPLICATIONS, type RuleApplicationQuery } from './rule-applications.store';
import { RuleApplication, RulePreview } from '../rules/rule.schema';
import { readRule } from '../included/rules.store';

@ApiTags('Rules')
@Controller('rules')
export class RuleApplicationsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Post('preview')
  @Endpoint({
    summary: 'Try a rule, or a change of one, that is not saved',
    description:
      'Runs it over stored history, newest first, behind the rules that are attached already, and shows what it ' +
      'would match and change. With `rule_id` it shows what a change of that rule would change. Writes nothing.',
    scopes: ['rules:write', 'transactions:read'],
    answer: dataOf(RulePreview),
  })
  async preview(@Granted() access: Access, @Body() body: PreviewRuleBody) {
    const payload = fromPreviewBody(body);
    const options = { access, key: access.userId };
    try {
      return { data: toPreview(access, await this.commands.ask(PreviewRule, payload, options)) };
    } catch (error) {
      throw insideOfRule(error);
    }
  }

  @Post(':ruleId/apply')
  @Endpoint({
    summary: 'Apply a rule to history',
    description:
      'In the background, to the stored transactions of the accounts that it is attached to; `dry_run` only shows ' +
      'what would change. `GET /rules/{ruleId}/applications/{applicationId}` shows how far it is.',
    scopes: ['rules:write', 'transactions:read'],
    of: 'resource',
    status: 201,
    answer: changed('Rule application started.', RuleApplication),
  })
  async apply(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Body() body: ApplyRuleBody,
  ) {
    const payload = { ruleId, dryRun: body.dry_run, financialAccountIds: body.financial_account_ids ?? null };
    const started = await this.commands.change(ApplyRule, payload, { access, key: ruleId });
    const application = await this.find(access, ruleId, started.id);
    return { message: 'Rule application started.', data: application };
  }

  @Get(':ruleId/applications')
  @Endpoint({
    summary: 'List how a rule was applied to history',
    scopes: ['rules:read', 'transactions:read'],
    query: RULE_APPLICATIONS,
    of: 'resource',
    answer: pageOf(RuleApplication),
  })
  async list(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @ParsedQuery() query: RuleApplicationQuery,
    @RequestUrl() url: string,
  ) {
    if (!(await readRule(this.database, access, ruleId))) throw Problem.notFound();
    const { rows, total } = await RULE_APPLICATIONS.page(this.database, query, access, ruleId);
    const data = rows.map((row) => toRuleApplication(access, row));
    return paginated({ data, total, page: query.page, url });
  }

  @Get(':ruleId/applications/:applicationId')
  @Endpoint({
    summary: 'Show how far a rule is applied to history, and what changes',
    scopes: ['rules:read', 'transactions:read'],
    of: 'resource',
    answer: dataOf(RuleApplication),
  })
  async show(
    @Granted() access: Access,
    @Param('ruleId', PathIdPipe) ruleId: number,
    @Param('applicationId', PathIdPipe) applicationId: number,
  ) {
    return { data: await this.find(access, ruleId, applicationId) };
  }

  private async find(access: Access, ruleId: number, applicationId: number) {
    const application = await RULE_APPLICATIONS.one(this.database, applicationId, access, ruleId);
    return toRuleApplication(access, application);
  }
}

/**
 * Moves the owner's errors to the members of this body: errors of the rule go below `rule`, a missing rule becomes an
 * error of `rule_id`.
 */
function insideOfRule(error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  if (error.detail.kind === 'not_found') return Problem.invalid({ rule_id: ['There is no such rule.'] });
  if (error.detail.kind !== 'invalid') return error;
  const { errors } = error.detail;
  return Problem.invalid(
    Object.fromEntries(
      Object.entries(errors).map(([path, messages]) => [
        path.startsWith('financial_account_ids') ? path : `rule.${path}`,
        messages,
      ]),
    ),
  );
}
