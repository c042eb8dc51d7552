import { Controller } from '@nestjs/common';
import { AttachRuleToAccounts, Problem } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut, systemClock } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Database } from '@tributary/persistence';
import { areAccessible, untilKnown } from './known-targets';
import { RuleCounts } from './rule-counts';
import { checkFits } from './rule-fit';
import type { RulePayload } from './rule-payload';
import { requireReadable } from './rule-reads';
import { announceChangedRules, findVisibleRule } from './rules';

type Command = ReceivedCommand<typeof AttachRuleToAccounts>;

/**
 * Attaches a rule, as the last one, to any number of accounts in a few statements. It shapes what comes in
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
    const movedUp = await removeRule(tx, ruleId, financialAccountIds);
    this.counts.checkAttached(await append(tx, ruleId, financialAccountIds));
    return { rules: await announceChangedRules(tx, [ruleId, ...movedUp]) };
  }
}

/** Removes the rule from its current position; returns the rules that move up into the gaps. */
async function removeRule(tx: Tx, ruleId: number, accountIds: readonly number[]): Promise<number[]> {
  const moved = await tx.query<{ id: number }>(
    `with gaps as (
       delete from rule_accounts where rule_id = $1 and account_id = any($2::bigint[])
       returning account_id, position
     )
     update rule_accounts attached set position = attached.position - 1
       from gaps where attached.account_id = gaps.account_id and attached.position > gaps.position
     returning attached.rule_id as id`,
    [ruleId, accountIds],
  );
  return [...new Set(moved.map(({ id }) => id))];
}

/** Returns how many rules each account has now. */
async function append(tx: Tx, ruleId: number, accountIds: readonly number[]): Promise<number[]> {
  const rows = await tx.query<{ position: number }>(
    `insert into rule_accounts (account_id, rule_id, position)
     select wanted.id, $1, coalesce(last.position, 0) + 1
       from (select distinct unnest($2::bigint[]) as id) wanted
       left join lateral (select max(position) as position from rule_accounts where account_id = wanted.id) last
            on true
     returning position`,
    [ruleId, accountIds],
  );
  return rows.map(({ position }) => position);
}
