import { Module } from '@nestjs/common';
import { RuleApplicationsController } from './rule-applications.controller';

/** Applications of rules to history. */
@Module({ controllers: [RuleApplicationsController] })
export class RuleApplicationsModule {}
