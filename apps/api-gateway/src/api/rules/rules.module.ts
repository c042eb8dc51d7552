import { Module } from '@nestjs/common';
import { RulesController } from './rules.controller';
import { RuleView } from './rule.view';

/** Rules and their language. */
@Module({
  controllers: [RulesController],
  providers: [RuleView],
  exports: [RuleView],
})
export class RulesModule {}
