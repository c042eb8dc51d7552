import { AreIdsOf, IsWireId } from '@tributary/http';

/** Body of `PUT /rule-logs/undo-bulk`. */
export class UndoRuleLogsBody {
  @AreIdsOf('rule log')
  ruleLogIds!: number[];
}

/** Body of `PUT /rule-logs/undo`. */
export class UndoRuleLogBody {
  @IsWireId()
  ruleLogId!: number;
}
