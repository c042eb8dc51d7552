import { Module } from '@nestjs/common';
import { ShapingModule } from '../shaping/shaping.module';
import { ApplicationJobs } from './application-jobs';
import { ApplyRuleHandler } from './apply-rule.handler';

@Module({ imports: [ShapingModule], controllers: [ApplyRuleHandler], providers: [ApplicationJobs] })
export class ApplicationsModule {}
