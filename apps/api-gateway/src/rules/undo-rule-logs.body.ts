import { AreIdsOf } from '@tributary/http';

/** Body of `PUT /rule-logs/undo-bulk`. */
export class UndoRuleLogsBody {
  @AreIdsOf('rule log')
  ruleLogIds!: number[];
}
