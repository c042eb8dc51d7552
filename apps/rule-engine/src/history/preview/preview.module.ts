import { Module } from '@nestjs/common';
import { RulesModule } from '../../rules/rules.module';
import { ShapingModule } from '../../shaping/shaping.module';
import { ChangedRulePreview } from './changed-rule-preview';
import { NewRulePreview } from './new-rule-preview';
import { PreviewRuleHandler } from './preview-rule.handler';

/** Previews of rules on stored transactions. */
@Module({
  imports: [RulesModule, ShapingModule],
  controllers: [PreviewRuleHandler],
  providers: [NewRulePreview, ChangedRulePreview],
})
export class PreviewModule {}
