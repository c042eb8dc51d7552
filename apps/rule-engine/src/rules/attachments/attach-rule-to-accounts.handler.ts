import { Controller } from '@nestjs/common';
import { AttachRuleToAccounts, Problem } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut, systemClock } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Database } from '@tributary/persistence';
import { appendRule, removeRule } from './attachments.store';
import { areAccessible, untilKnown } from './known-targets';
import { RuleCounts } from '../rule-counts';
import { checkFits } from './rule-fit';
import type { RulePayload } from '../rule-payload';
import { requireReadable } from '../rule-reads';
import { announceChangedRules, findVisibleRule } from '../rules';

type Command = ReceivedCommand<typeof AttachRuleToAccounts>;

/**
 * Attaches a rule to any number of accounts, as the last one, in a few statements. It shapes transactions that arrive
 * from then on.
 */
@Controller()
export class AttachRuleToAccountsHandler {
  constructor(
    private readonly database: Database,
    private readonly counts: RuleCounts,
  ) {}

  @OnCommandCallingOut(AttachRuleToAccounts)
  async handle(command: Command, commit: Commit): Promise<{ rules: RulePayload[] }> {
    const { caller, payload } = command;
    await untilKnown(() => areAccessible(this.database, caller, payload.financialAccountIds), systemClock);
    return commit((tx) => this.attach(command, tx));
  }

  private async attach({ caller, payload }: Command, tx: Tx): Promise<{ rules: RulePayload[] }> {
    const { ruleId, financialAccountIds } = payload;
    const accessible = await areAccessible(tx, caller, financialAccountIds, 'for update');
    if (!accessible) throw Problem.notFound();
    const rule = await findVisibleRule(tx, caller, ruleId);
    requireReadable(caller, rule);
    checkFits(rule, null);
    const { moved } = await removeRule(tx, 'account', ruleId, financialAccountIds);
    this.counts.checkTargetLimit(await appendRule(tx, 'account', ruleId, financialAccountIds));
    return { rules: await announceChangedRules(tx, [ruleId, ...moved]) };
  }
}
