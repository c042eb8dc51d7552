import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import type { RuleEngineConfig } from '../../rule-engine.config';
import { RULE_ENGINE_CONFIG } from '../../rule-engine.config';
import { WorkerPool } from './worker-pool';

/** For batches, jobs and undos, so that they do not wait behind users who try rules. */
@Injectable()
export class ShapingWorkers extends WorkerPool implements BeforeApplicationShutdown {
  constructor(@Inject(RULE_ENGINE_CONFIG) { ruleWorkers }: RuleEngineConfig) {
    super({ ...ruleWorkers, waitingMax: Infinity });
  }

  beforeApplicationShutdown(): void {
    this.close();
  }
}

/** For checks and previews, which users wait for. */
@Injectable()
export class TryingWorkers extends WorkerPool implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(@Inject(RULE_ENGINE_CONFIG) { ruleWorkers }: RuleEngineConfig) {
    super(ruleWorkers);
  }

  onApplicationBootstrap(): void {
    this.warm();
  }

  beforeApplicationShutdown(): void {
    this.close();
  }
}
