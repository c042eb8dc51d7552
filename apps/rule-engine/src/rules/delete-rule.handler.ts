import { Controller } from '@nestjs/common';
import { CommandResult, DeleteRule, RuleDeletedV1 } from '@tributary/contracts';
import { appendToOutbox, event, OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { attachedRules, attachmentsOf, saveOrder } from './attachments/attachments.store';
import { lockTargets } from './attachments/known-targets';
import { announceChangedRules, findChangeableRule } from './rules';
import { deleteRule } from './rules.store';

/** Deletes a rule. Its effects stay until the transactions are shaped again, and its logs stay. */
@Controller()
export class DeleteRuleHandler {
  @OnCommand(DeleteRule)
  async handle(
    { caller, payload }: ReceivedCommand<typeof DeleteRule>,
    tx: Tx,
  ): Promise<CommandResult<typeof DeleteRule>> {
    const { ruleId } = payload;
    await lockTargets(tx, await attachmentsOf(tx, ruleId));
    const rule = await findChangeableRule(tx, caller, ruleId);
    const moved = new Set<number>();
    for (const target of await attachmentsOf(tx, ruleId)) {
      const attached = await attachedRules(tx, target);
      const left = attached.filter((id) => id !== ruleId);
      for (const id of await saveOrder(tx, target, attached, left)) moved.add(id);
    }
    await deleteRule(tx, ruleId);
    const deleted = { id: ruleId, version: rule.version + 1, userId: rule.user_id };
    await appendToOutbox(tx, [event(RuleDeletedV1, ruleId, deleted)]);
    return { deleted, moved: await announceChangedRules(tx, [...moved]) };
  }
}
