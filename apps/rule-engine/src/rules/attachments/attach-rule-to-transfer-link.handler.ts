import { Controller } from '@nestjs/common';
import { AttachRuleToTransferLink, requireCover } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut, systemClock } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Database } from '@tributary/persistence';
import { arrangeRules } from './arrange-rules';
import { attachedRules, AttachmentTarget, saveOrder } from './attachments.store';
import { findLink, present, untilKnown } from './known-targets';
import { RuleCounts } from '../rule-counts';
import { checkFits } from './rule-fit';
import type { RulePayload } from '../rule-payload';
import { requireReadable } from '../rule-reads';
import { announceChangedRules, findVisibleRule } from '../rules';

type Command = ReceivedCommand<typeof AttachRuleToTransferLink>;

/** Attaches a rule to a transfer link, or moves it there. It shapes transactions that the link carries from then on. */
@Controller()
export class AttachRuleToTransferLinkHandler {
  constructor(
    private readonly database: Database,
    private readonly counts: RuleCounts,
  ) {}

  @OnCommandCallingOut(AttachRuleToTransferLink)
  async handle(command: Command, commit: Commit): Promise<{ rules: RulePayload[] }> {
    const { caller, payload } = command;
    const isKnown = async () => (await findLink(this.database, caller, payload.transferLinkId)) !== null;
    await untilKnown(isKnown, systemClock);
    return commit((tx) => this.attach(command, tx));
  }

  private async attach({ caller, payload }: Command, tx: Tx): Promise<{ rules: RulePayload[] }> {
    const { ruleId, transferLinkId } = payload;
    const link = present(await findLink(tx, caller, transferLinkId, 'for update'));
    requireCover(caller, { scopes: ['accounts:read', 'transactions:read'], accountIds: [link.accountId] });
    const rule = await findVisibleRule(tx, caller, ruleId);
    requireReadable(caller, rule);
    checkFits(rule, link.destinationType);
    const target: AttachmentTarget = { kind: 'link', id: transferLinkId };
    const attached = await attachedRules(tx, target);
    const arranged = arrangeRules(attached, ruleId, payload);
    this.counts.checkTargetLimit([arranged.length]);
    const moved = await saveOrder(tx, target, attached, arranged);
    return { rules: await announceChangedRules(tx, [ruleId, ...moved.filter((id) => id !== ruleId)]) };
  }
}
