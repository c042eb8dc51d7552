import { Module } from '@nestjs/common';
import { RulesModule } from '../rules/rules.module';
import { ShapingModule } from '../shaping/shaping.module';
import { PreviewRuleHandler } from './preview-rule.handler';

/** Rules that are tried on history before they are saved. */
@Module({ imports: [RulesModule, ShapingModule], controllers: [PreviewRuleHandler] })
export class PreviewModule {}
