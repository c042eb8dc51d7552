import { Controller } from '@nestjs/common';
import { AttachRuleToTransferLinks, requireCover } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut, systemClock } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Database } from '@tributary/persistence';
import { appendRule, removeRule } from './attachments.store';
import { findLinks, present, untilKnown } from './known-targets';
import { RuleCounts } from '../rule-counts';
import { checkFits } from './rule-fit';
import type { RulePayload } from '../rule-payload';
import { requireReadable } from '../rule-reads';
import { announceChangedRules, findVisibleRule } from '../rules';

type Command = ReceivedCommand<typeof AttachRuleToTransferLinks>;

/**
 * Attaches a rule to any number of links, as the last one. It shapes transactions that the links carry from then on.
 */
@Controller()
export class AttachRuleToTransferLinksHandler {
  constructor(
    private readonly database: Database,
    private readonly counts: RuleCounts,
  ) {}

  @OnCommandCallingOut(AttachRuleToTransferLinks)
  async handle(command: Command, commit: Commit): Promise<{ rules: RulePayload[] }> {
    const { caller, payload } = command;
    const areKnown = async () => (await findLinks(this.database, caller, payload.transferLinkIds)) !== null;
    await untilKnown(areKnown, systemClock);
    return commit((tx) => this.attach(command, tx));
  }

  private async attach({ caller, payload }: Command, tx: Tx): Promise<{ rules: RulePayload[] }> {
    const { ruleId, transferLinkIds } = payload;
    const links = present(await findLinks(tx, caller, transferLinkIds, 'for update'));
    const accountIds = links.map(({ accountId }) => accountId);
    requireCover(caller, { scopes: ['accounts:read', 'transactions:read'], accountIds });
    const rule = await findVisibleRule(tx, caller, ruleId);
    requireReadable(caller, rule);
    for (const type of new Set(links.map(({ destinationType }) => destinationType))) checkFits(rule, type);
    const { moved } = await removeRule(tx, 'link', ruleId, transferLinkIds);
    this.counts.checkTargetLimit(await appendRule(tx, 'link', ruleId, transferLinkIds));
    return { rules: await announceChangedRules(tx, [ruleId, ...moved]) };
  }
}
