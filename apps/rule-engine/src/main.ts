import './telemetry';
import { runService } from '@tributary/service';
import { readRuleEngineConfig } from './rule-engine.config';
import { startRuleEngine } from './rule-engine.module';

void runService({ service: 'rule-engine', readConfig: readRuleEngineConfig, start: startRuleEngine });
