import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '@tributary/contracts';
import type { Tx } from '@tributary/persistence';
import type { RuleEngineConfig } from '../rule-engine.config';
import { RULE_ENGINE_CONFIG } from '../rule-engine.config';
import { countRules } from './rules.store';

/** Limits the number of rules of a user, and of an account or a transfer link. */
@Injectable()
export class RuleCounts {
  constructor(@Inject(RULE_ENGINE_CONFIG) private readonly config: RuleEngineConfig) {}

  /** @throws Problem (conflict) if the user already has the most rules */
  async checkUserLimit(tx: Tx, userId: number): Promise<void> {
    const { perUser } = this.config.ruleLimits;
    if ((await countRules(tx, userId)) < perUser) return;
    throw Problem.conflict(`A user has at most ${perUser} rules: delete one that is no longer needed first.`);
  }

  /** @throws Problem (conflict) if one of the counts exceeds the limit */
  checkTargetLimit(counts: readonly number[]): void {
    const { perTarget } = this.config.ruleLimits;
    if (counts.every((count) => count <= perTarget)) return;
    throw Problem.conflict(
      `An account or a transfer link has at most ${perTarget} rules: detach one that is no longer needed first.`,
    );
  }
}
