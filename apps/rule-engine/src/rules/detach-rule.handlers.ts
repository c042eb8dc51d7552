import { Controller } from '@nestjs/common';
import { Caller, DetachRuleFromAccount, DetachRuleFromTransferLink, Problem } from '@tributary/contracts';
import { OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { attachedRules, AttachmentTarget, saveOrder } from './attachments';
import { areAccessible, findLink, present } from './known-targets';
import type { RulePayload } from './rule-payload';
import { announceChangedRules, findVisibleRule } from './rules';

/** Takes rules off accounts and links; the rules behind them move up. What they did stays. */
@Controller()
export class DetachRuleHandlers {
  @OnCommand(DetachRuleFromTransferLink)
  async fromLink(
    { caller, payload }: ReceivedCommand<typeof DetachRuleFromTransferLink>,
    tx: Tx,
  ): Promise<{ rules: RulePayload[] }> {
    present(await findLink(tx, caller, payload.transferLinkId, 'for update'));
    return detach(tx, caller, payload.ruleId, { kind: 'link', id: payload.transferLinkId });
  }

  @OnCommand(DetachRuleFromAccount)
  async fromAccount(
    { caller, payload }: ReceivedCommand<typeof DetachRuleFromAccount>,
    tx: Tx,
  ): Promise<{ rules: RulePayload[] }> {
    const isThere = await areAccessible(tx, caller, [payload.financialAccountId], 'for update');
    if (!isThere) throw Problem.notFound();
    return detach(tx, caller, payload.ruleId, { kind: 'account', id: payload.financialAccountId });
  }
}

async function detach(
  tx: Tx,
  caller: Caller,
  ruleId: number,
  target: AttachmentTarget,
): Promise<{ rules: RulePayload[] }> {
  await findVisibleRule(tx, caller, ruleId);
  const attached = await attachedRules(tx, target);
  if (!attached.includes(ruleId)) throw Problem.notFound();
  const left = attached.filter((id) => id !== ruleId);
  const moved = await saveOrder(tx, target, attached, left);
  return { rules: await announceChangedRules(tx, [ruleId, ...moved]) };
}
