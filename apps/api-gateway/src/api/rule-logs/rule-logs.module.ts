import { Module } from '@nestjs/common';
import { RuleLogsController } from './rule-logs.controller';

/** What rules did. */
@Module({ controllers: [RuleLogsController] })
export class RuleLogsModule {}
