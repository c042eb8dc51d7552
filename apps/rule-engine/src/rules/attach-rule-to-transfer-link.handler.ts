import { Controller } from '@nestjs/common';
import { AttachRuleToTransferLink, Problem } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut, systemClock } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Database } from '@tributary/persistence';
import { arrangeRules } from './arrange-rules';
import { findLink, KnownLink, present, untilKnown } from './known-targets';
import { compatibleDestinations } from './rule-compatibility';
import type { RulePayload } from './rule-payload';
import { Rule } from './rule.entity';
import { announceChangedRules, findOwnRule } from './rules';

type Command = ReceivedCommand<typeof AttachRuleToTransferLink>;

/** Attaches a rule to a transfer link, or moves it there: it applies to what is transferred from then on. */
@Controller()
export class AttachRuleToTransferLinkHandler {
  constructor(private readonly database: Database) {}

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
    const rule = await findOwnRule(tx, caller, ruleId);
    checkFits(rule, link);
    const attached = await attachedRules(tx, transferLinkId);
    const arranged = arrangeRules(attached, ruleId, payload);
    const moved = arranged.filter((id, index) => id !== ruleId && attached[index] !== id);
    await saveOrder(tx, transferLinkId, arranged);
    return { rules: await announceChangedRules(tx, [ruleId, ...moved]) };
  }
}

function checkFits(rule: Rule, { destinationType }: KnownLink): void {
  const destinations = compatibleDestinations(rule.actions.map(({ actionType }) => actionType));
  if (rule.scope === 'FINANCIAL_ACCOUNT') {
    throw Problem.invalid({ rule: ['The scope of this rule does not allow transfer links.'] });
  }
  if (!destinations.some((type) => type === destinationType)) {
    throw Problem.invalid({ rule: ["The rule's actions do not fit the destination of this transfer link."] });
  }
}

async function attachedRules(tx: Tx, transferLinkId: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    'select rule_id as id from rule_transfer_links where transfer_link_id = $1 order by position',
    [transferLinkId],
  );
  return rows.map(({ id }) => id);
}

async function saveOrder(tx: Tx, transferLinkId: number, ruleIds: readonly number[]): Promise<void> {
  await tx.execute(
    `insert into rule_transfer_links (transfer_link_id, rule_id, position)
     select $1, rule_id, place from unnest($2::bigint[]) with ordinality as wanted(rule_id, place)
     on conflict (transfer_link_id, rule_id) do update set position = excluded.position`,
    [transferLinkId, ruleIds],
  );
}
