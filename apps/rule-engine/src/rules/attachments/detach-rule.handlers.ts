import { Controller } from '@nestjs/common';
import { Caller, DetachRuleFromAccounts, DetachRuleFromTransferLinks, Problem } from '@tributary/contracts';
import { OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { AttachmentTarget, removeRule } from './attachments.store';
import { areAccessible, findLinks, present } from './known-targets';
import type { RulePayload } from '../rule-payload';
import { announceChangedRules, findVisibleRule } from '../rules';

/** Detaches a rule from accounts or links, from all or none. Shaped transactions do not change. */
@Controller()
export class DetachRuleHandlers {
  @OnCommand(DetachRuleFromTransferLinks)
  async fromLinks(
    { caller, payload }: ReceivedCommand<typeof DetachRuleFromTransferLinks>,
    tx: Tx,
  ): Promise<{ rules: RulePayload[] }> {
    const { ruleId, transferLinkIds } = payload;
    present(await findLinks(tx, caller, transferLinkIds, 'for update'));
    return detach(tx, caller, ruleId, 'link', transferLinkIds);
  }

  @OnCommand(DetachRuleFromAccounts)
  async fromAccounts(
    { caller, payload }: ReceivedCommand<typeof DetachRuleFromAccounts>,
    tx: Tx,
  ): Promise<{ rules: RulePayload[] }> {
    const { ruleId, financialAccountIds } = payload;
    if (!(await areAccessible(tx, caller, financialAccountIds, 'for update'))) throw Problem.notFound();
    return detach(tx, caller, ruleId, 'account', financialAccountIds);
  }
}

async function detach(
  tx: Tx,
  caller: Caller,
  ruleId: number,
  kind: AttachmentTarget['kind'],
  ids: readonly number[],
): Promise<{ rules: RulePayload[] }> {
  await findVisibleRule(tx, caller, ruleId);
  const { removed, moved } = await removeRule(tx, kind, ruleId, ids);
  if (removed < new Set(ids).size) throw Problem.notFound();
  return { rules: await announceChangedRules(tx, [ruleId, ...moved]) };
}
