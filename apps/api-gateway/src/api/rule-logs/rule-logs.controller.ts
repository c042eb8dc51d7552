import { Body, Controller, Get, Inject, Param, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { Problem, UNDO_ERRORS, type UndoResult, UndoRuleLogs } from '@tributary/contracts';
import {
  changed,
  dataOf,
  ErrorMessage,
  pageOf,
  paginated,
  PathIdPipe,
  type ResourceQuery,
} from '@tributary/http';
import { Database } from '@tributary/persistence';
import { type Access } from '../../identity/access/access';
import { Granted } from '../../identity/access/scopes.guard';
import { Commands } from '../../rest/commands';
import { component } from '../../rest/openapi/components';
import { Endpoint } from '../../rest/openapi/endpoint';
import { IdText, OrNull, Text, TextOneOf } from '../../rest/openapi/wire.schema';
import { ParsedQuery, RequestUrl } from '../../rest/lists/query.guard';
import { fromNewLog, toRuleLog } from './rule-log.resource';
import { RULE_LOGS, RuleLogRow } from './rule-logs.store';
import type { RuleLogQuery } from './rule-logs.store';
import { toRule } from '../included/rule.resource';
import { RuleLog } from '../rules/rule.schema';
import { readRules } from '../included/rules.store';
import { UndoRuleLogBody, UndoRuleLogsBody } from './rule-log.bodies';

const LaterRuleLogId = Type.Union([IdText, Type.Null()], {
  description: 'The log that changed the same field later, and must be undone first.',
});

const UndoResults = Type.Object({
  results: Type.Array(
    Type.Object({
      rule_log_id: IdText,
      success: Type.Boolean(),
      message: Text,
      data: Type.Union([RuleLog, Type.Null()], { description: 'The log of the reversal.' }),
      error: OrNull(TextOneOf(UNDO_ERRORS)),
      later_rule_log_id: LaterRuleLogId,
    }),
  ),
});

const UndoConflict = component(
  'UndoConflict',
  Type.Composite([ErrorMessage, Type.Object({ later_rule_log_id: Type.Optional(LaterRuleLogId) })]),
);

@ApiTags('Rules: Rule Logs')
@Controller('rule-logs')
export class RuleLogsController {
  constructor(
    @Inject(Commands) private readonly commands: Commands,
    @Inject(Database) private readonly database: Database,
  ) {}

  @Get()
  @Endpoint({
    summary: 'List what rules did',
    description:
      'One log for each field of each transaction that a rule changed, failed on, or that was undone.',
    scopes: ['rules:read', 'transactions:read'],
    query: RULE_LOGS,
    answer: pageOf(RuleLog),
  })
  async list(@Granted() access: Access, @ParsedQuery() query: RuleLogQuery, @RequestUrl() url: string) {
    const { rows, total } = await RULE_LOGS.page(this.database, query, access);
    const data = await this.withRules(access, rows, query.includes);
    return paginated({ data, total, page: query.page, url });
  }

  @Get(':ruleLogId')
  @Endpoint({
    summary: 'Show a rule log',
    scopes: ['rules:read', 'transactions:read'],
    of: 'resource',
    query: RULE_LOGS.alone,
    answer: dataOf(RuleLog),
  })
  async show(
    @Granted() access: Access,
    @Param('ruleLogId', PathIdPipe) ruleLogId: number,
    @ParsedQuery() { includes }: ResourceQuery<typeof RULE_LOGS.alone>,
  ) {
    const row = await RULE_LOGS.one(this.database, ruleLogId, access);
    const [data] = await this.withRules(access, [row], includes);
    return { data };
  }

  @Put('undo-bulk')
  @Endpoint({
    summary: 'Undo what rules did',
    description:
      'Restores the previous values of the fields that the logs name, and nothing else, newest log first. Each log has a ' +
      'result of its own, in the order of the request: one that cannot be undone fails alone. If a later log ' +
      'that is not in the request changed the same field, it is named and must be undone first.',
    scopes: ['rules:write'],
    answer: changed('Bulk undo completed.', UndoResults),
  })
  async undoBulk(@Granted() access: Access, @Body() body: UndoRuleLogsBody) {
    const results = await this.undone(access, body.ruleLogIds);
    return {
      message: 'Bulk undo completed.',
      data: {
        results: results.map(({ ruleLogId, success, message, log, error, laterRuleLogId }) => ({
          rule_log_id: String(ruleLogId),
          success,
          message,
          data: log && toRuleLog(access, fromNewLog(log)),
          error,
          later_rule_log_id: laterRuleLogId === undefined ? null : String(laterRuleLogId),
        })),
      },
    };
  }

  @Put('undo')
  @Endpoint({
    summary: 'Undo what a rule did to one field',
    description:
      'Restores the previous value of the field that the log names, and nothing else. 409 if it cannot be ' +
      'undone, or if a later log changed the same field: that one is named and must be undone first.',
    scopes: ['rules:write'],
    of: 'resource',
    conflict: UndoConflict,
    answer: changed('Rule log undone.', RuleLog),
  })
  async undo(@Granted() access: Access, @Body() { ruleLogId }: UndoRuleLogBody) {
    const [result] = await this.undone(access, [ruleLogId]);
    if (!result || result.error === 'not_found') throw Problem.notFound();
    if (!result.log) throw inTheWay(result);
    return { message: 'Rule log undone.', data: toRuleLog(access, fromNewLog(result.log)) };
  }

  private async undone(access: Access, ids: readonly number[]): Promise<readonly UndoResult[]> {
    const payload = { ruleLogIds: [...new Set(ids)] };
    const options = { access, key: access.userId };
    const { results } = await this.commands.change(UndoRuleLogs, payload, options);
    return results;
  }

  /** Adds the rules of the logs, if they are included. */
  private async withRules(access: Access, rows: readonly RuleLogRow[], includes: RuleLogQuery['includes']) {
    const rules = includes.has('rule') ? await this.rulesOf(access, rows) : null;
    return rows.map((row) => toRuleLog(access, row, rules ? (rules.get(row.rule_id) ?? null) : undefined));
  }

  private async rulesOf(access: Access, rows: readonly RuleLogRow[]): Promise<Map<number, unknown>> {
    const ids = [...new Set(rows.map(({ rule_id }) => rule_id))];
    const rules = await readRules(this.database, access, ids);
    return new Map(rules.map((rule) => [rule.id, toRule(access, rule)]));
  }
}

function inTheWay({ message, laterRuleLogId }: UndoResult): Problem {
  if (laterRuleLogId === undefined) return Problem.conflict(message);
  return Problem.conflict(message, { later_rule_log_id: String(laterRuleLogId) });
}
