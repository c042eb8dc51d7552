import { Controller } from '@nestjs/common';
import { Author, CreateRule, NewRule } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut } from '@tributary/messaging';
import { authorNow } from '@tributary/service';
import { DeepPartial } from 'typeorm';
import { sightOf } from '../evaluation/documents/sight';
import type { Rule } from './rule.entity';
import type { RulePayload } from './rule-payload';
import { announceRules } from './rules';
import { insertRule } from './rules.store';
import { requireCategories } from './categories/rule-categories';
import { RuleChecks } from './rule-checks';
import { RuleCounts } from './rule-counts';
import { withinListSize } from './list-size-limit';

/** Creates a rule; it has no effect until it is attached. */
@Controller()
export class CreateRuleHandler {
  constructor(
    private readonly checks: RuleChecks,
    private readonly counts: RuleCounts,
  ) {}

  @OnCommandCallingOut(CreateRule)
  async handle(
    { caller, payload }: ReceivedCommand<typeof CreateRule>,
    commit: Commit,
  ): Promise<RulePayload> {
    const { userId } = caller;
    await this.checks.validate(userId, payload, sightOf(caller));
    return commit(async (tx) => {
      await this.counts.checkUserLimit(tx, userId);
      await requireCategories(tx, userId, payload);
      const rule = fromPayload(userId, await authorNow(tx, caller), payload);
      const { id } = await withinListSize(tx, userId, payload, () => insertRule(tx, rule));
      const [created] = await announceRules(tx, [id]);
      if (!created) throw new Error('a rule that was just saved is not there');
      return created;
    });
  }
}

function fromPayload(userId: number, author: Author, payload: NewRule): DeepPartial<Rule> {
  const { conditions, actions, ...members } = payload;
  return {
    ...members,
    user_id: userId,
    author,
    paused: null,
    version: 1,
    type: 'CUSTOM' as const,
    migrated: false,
    conditions: conditions.map((condition, index) => ({ ...condition, position: index + 1 })),
    actions: actions.map((action, index) => ({ ...action, position: index + 1 })),
  };
}
