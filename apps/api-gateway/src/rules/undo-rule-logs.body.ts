import { IsWireId } from '@tributary/http';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';

const LOGS_MAX = 1000;

/** Body of `PUT /rule-logs/undo-bulk`. */
export class UndoRuleLogsBody {
  @IsArray({ message: '$property must be a list of rule log ids' })
  @ArrayMinSize(1, { message: '$property must name at least one rule log' })
  @ArrayMaxSize(LOGS_MAX, { message: `$property must name at most ${LOGS_MAX} rule logs` })
  @IsWireId({ each: true })
  ruleLogIds!: number[];
}
