import { Module } from '@nestjs/common';
import { ShapingModule } from '../shaping/shaping.module';
import { UndoRuleLogsHandler } from './undo-rule-logs.handler';

@Module({ imports: [ShapingModule], controllers: [UndoRuleLogsHandler] })
export class RuleLogsModule {}
