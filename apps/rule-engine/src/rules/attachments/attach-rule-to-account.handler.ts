import { Controller } from '@nestjs/common';
import { AttachRuleToAccount, Problem } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut, systemClock } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Database } from '@tributary/persistence';
import { arrangeRules } from './arrange-rules';
import { attachedRules, AttachmentTarget, saveOrder } from './attachments.store';
import { areAccessible, untilKnown } from './known-targets';
import { RuleCounts } from '../rule-counts';
import { checkFits } from './rule-fit';
import type { RulePayload } from '../rule-payload';
import { requireReadable } from '../rule-reads';
import { announceChangedRules, findVisibleRule } from '../rules';

type Command = ReceivedCommand<typeof AttachRuleToAccount>;

/** Attaches a rule to an account, or moves it there. It shapes transactions that arrive from then on. */
@Controller()
export class AttachRuleToAccountHandler {
  constructor(
    private readonly database: Database,
    private readonly counts: RuleCounts,
  ) {}

  @OnCommandCallingOut(AttachRuleToAccount)
  async handle(command: Command, commit: Commit): Promise<{ rules: RulePayload[] }> {
    const { caller, payload } = command;
    const isKnown = () => areAccessible(this.database, caller, [payload.financialAccountId]);
    await untilKnown(isKnown, systemClock);
    return commit((tx) => this.attach(command, tx));
  }

  private async attach({ caller, payload }: Command, tx: Tx): Promise<{ rules: RulePayload[] }> {
    const { ruleId, financialAccountId } = payload;
    if (!(await areAccessible(tx, caller, [financialAccountId], 'for update'))) throw Problem.notFound();
    const rule = await findVisibleRule(tx, caller, ruleId);
    requireReadable(caller, rule);
    checkFits(rule, null);
    const target: AttachmentTarget = { kind: 'account', id: financialAccountId };
    const attached = await attachedRules(tx, target);
    const arranged = arrangeRules(attached, ruleId, payload);
    this.counts.checkTargetLimit([arranged.length]);
    const moved = await saveOrder(tx, target, attached, arranged);
    return { rules: await announceChangedRules(tx, [ruleId, ...moved.filter((id) => id !== ruleId)]) };
  }
}
