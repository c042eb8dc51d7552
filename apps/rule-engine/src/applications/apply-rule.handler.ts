import { Controller } from '@nestjs/common';
import { ApplyRule, Caller, CommandResult, Problem } from '@tributary/contracts';
import { OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { attachmentsOf } from '../rules/attachments/attachments.store';
import { requireReadable } from '../rules/rule-reads';
import { findVisibleRule } from '../rules/rules';
import { applications, insertApplication } from './rule-applications';
import { OF_RULE } from './rule-applications.store';

type Command = ReceivedCommand<typeof ApplyRule>;

/** Creates a job that applies a rule to the stored transactions of the accounts that it is attached to. */
@Controller()
export class ApplyRuleHandler {
  @OnCommand(ApplyRule)
  async handle({ caller, payload }: Command, tx: Tx): Promise<CommandResult<typeof ApplyRule>> {
    const { ruleId, dryRun, financialAccountIds } = payload;
    const rule = await findVisibleRule(tx, caller, ruleId);
    requireReadable(caller, rule);
    if (!rule.enabled) throw Problem.conflict('The rule is disabled: enable it before it is applied.');
    const accountIds = wantedAccounts(await attachedAccounts(tx, caller, ruleId), financialAccountIds);
    const open = await applications.findOpen(tx, OF_RULE, ruleId);
    if (open !== null) throw Problem.conflict(`The rule is being applied already, by application ${open}.`);
    return insertApplication(tx, { ruleId, userId: caller.userId, dryRun, accountIds });
  }
}

/**
 * Returns the accounts to which the rule is attached, directly or through their links, limited to those that the caller
 * may see.
 */
async function attachedAccounts(tx: Tx, { accountIds }: Caller, ruleId: number): Promise<number[]> {
  const attached = await attachmentsOf(tx, ruleId);
  const ids = new Set(attached.map(({ accountId }) => accountId));
  return [...ids].filter((id) => accountIds?.includes(id) ?? true).sort((a, b) => a - b);
}

function wantedAccounts(attached: readonly number[], wanted: readonly number[] | null): readonly number[] {
  if (attached.length === 0) {
    throw Problem.conflict(
      'The rule is attached to nothing yet: attach it to an account or a transfer link.',
    );
  }
  if (wanted === null) return attached;
  const foreign = wanted.findIndex((id) => !attached.includes(id));
  if (foreign === -1) return [...new Set(wanted)];
  throw Problem.invalid({
    [`financial_account_ids.${foreign}`]: ['The rule is attached to no such account, nor to a link of one.'],
  });
}
