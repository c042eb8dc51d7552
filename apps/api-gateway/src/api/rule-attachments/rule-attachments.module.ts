import { Module } from '@nestjs/common';
import { RulesModule } from '../rules/rules.module';
import { RuleAttachmentsController } from './rule-attachments.controller';
import { RuleTargetsController } from './rule-targets.controller';

/** Rules on accounts and links. */
@Module({ imports: [RulesModule], controllers: [RuleAttachmentsController, RuleTargetsController] })
export class RuleAttachmentsModule {}
