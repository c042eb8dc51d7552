import './platform/telemetry';
import { runService } from '@tributary/service';
import { readRuleEngineConfig } from './rule-engine.config';
import { startRuleEngine } from './platform/start';

void runService({ service: 'rule-engine', readConfig: readRuleEngineConfig, start: startRuleEngine });
