import { Module } from '@nestjs/common';
import { RulesModule } from '../rules/rules.module';
import { ShapingModule } from '../shaping/shaping.module';
import { ChangedRulePreview } from './changed-rule-preview';
import { NewRulePreview } from './new-rule-preview';
import { PreviewRuleHandler } from './preview-rule.handler';

/** Rules that are tried on history before they are saved. */
@Module({
  imports: [RulesModule, ShapingModule],
  controllers: [PreviewRuleHandler],
  providers: [NewRulePreview, ChangedRulePreview],
})
export class PreviewModule {}
