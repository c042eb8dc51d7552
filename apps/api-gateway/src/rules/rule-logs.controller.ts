import { Body, Controller, Headers, Inject, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Type } from '@sinclair/typebox';
import { UNDO_ERRORS, UndoRuleLogs } from '@tributary/contracts';
import { changed } from '@tributary/http';
import type { Access } from '../auth/access';
import { Granted } from '../auth/scopes.guard';
import { Commands } from '../commands';
import { Endpoint } from '../openapi/endpoint';
import { IdText, OrNull, Text, TextOneOf } from '../openapi/wire.schema';
import { toRuleLog } from './rule-log.resource';
import { RuleLog } from './rule.schema';
import { UndoRuleLogsBody } from './undo-rule-logs.body';

const UndoResults = Type.Object({
  results: Type.Array(
    Type.Object({
      rule_log_id: IdText,
      success: Type.Boolean(),
      message: Text,
      data: Type.Union([RuleLog, Type.Null()], { description: 'The log of the reversal.' }),
      error: OrNull(TextOneOf(UNDO_ERRORS)),
    }),
  ),
});

@ApiTags('Rules: Rule Logs')
@Controller('rule-logs')
export class RuleLogsController {
  constructor(@Inject(Commands) private readonly commands: Commands) {}

  @Put('undo-bulk')
  @Endpoint({
    summary: 'Take back what rules did',
    description:
      'Restores the previous values of the fields that the logs name. Each log has a result of its own, in the ' +
      'order of the request: one that cannot be taken back fails alone.',
    scopes: ['rules:write'],
    answer: changed('Bulk undo completed.', UndoResults),
  })
  async undoBulk(
    @Granted() access: Access,
    @Body() body: UndoRuleLogsBody,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
  ) {
    const payload = { ruleLogIds: [...new Set(body.ruleLogIds)] };
    const { results } = await this.commands.send(UndoRuleLogs, payload, {
      access,
      key: access.userId,
      idempotencyKey,
    });
    return {
      message: 'Bulk undo completed.',
      data: {
        results: results.map(({ ruleLogId, success, message, log, error }) => ({
          rule_log_id: String(ruleLogId),
          success,
          message,
          data: log && toRuleLog(log),
          error,
        })),
      },
    };
  }
}
