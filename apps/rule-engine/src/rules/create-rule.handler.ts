import { Controller } from '@nestjs/common';
import { Author, CommandPayload, CreateRule } from '@tributary/contracts';
import type { ReceivedCommand } from '@tributary/messaging';
import { OnCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { authorNow } from '@tributary/service';
import { sightOf } from '../evaluation/sight';
import { Rule } from './rule.entity';
import type { RulePayload } from './rule-payload';
import { announceRules } from './rules';
import { validateRule } from './validate-rule';

/** Makes a rule; it does nothing until it is attached. */
@Controller()
export class CreateRuleHandler {
  @OnCommand(CreateRule)
  async handle({ caller, payload }: ReceivedCommand<typeof CreateRule>, tx: Tx): Promise<RulePayload> {
    validateRule(payload, sightOf(caller));
    const { id } = await tx.manager.save(
      tx.manager.create(Rule, fromPayload(caller.userId, await authorNow(tx, caller), payload)),
    );
    const [created] = await announceRules(tx, [id]);
    if (!created) throw new Error('a rule that was just saved is not there');
    return created;
  }
}

function fromPayload(userId: number, author: Author, payload: CommandPayload<typeof CreateRule>) {
  const { conditions, actions, ...members } = payload;
  return {
    ...members,
    userId,
    author,
    paused: null,
    version: 1,
    type: 'CUSTOM' as const,
    migrated: false,
    conditions: conditions.map((condition, index) => ({ ...condition, place: index + 1 })),
    actions: actions.map((action, index) => ({ ...action, place: index + 1 })),
  };
}
