import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import type { RuleEngineConfig } from '../../rule-engine.config';
import { RULE_ENGINE_CONFIG } from '../../rule-engine.config';
import { WorkerPool } from './worker-pool';

/** Threads for batches, jobs and undos. They are separate so that those do not wait for users who try rules. */
@Injectable()
export class ShapingWorkers extends WorkerPool implements BeforeApplicationShutdown {
  constructor(@Inject(RULE_ENGINE_CONFIG) { ruleWorkers }: RuleEngineConfig) {
    super({ ...ruleWorkers, waitingMax: Infinity });
  }

  beforeApplicationShutdown(): void {
    this.close();
  }
}

/** Threads for checks and previews, while the user waits. */
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
