import { Module } from '@nestjs/common';
import { RuleLogsController } from './rule-logs.controller';

/** Log of the changes that rules made. */
@Module({ controllers: [RuleLogsController] })
export class RuleLogsModule {}
