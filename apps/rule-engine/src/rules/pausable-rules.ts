import { Injectable } from '@nestjs/common';
import { carriedFor } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Grant, keptBy, Pausable, pauseFor } from '@tributary/service';
import { attachmentsOf } from './attachments/attachments.store';
import { announceChangedRules } from './rules';
import { GrantedRule, lockRuleOfUser, lockRulesOfGrant, pauseRule, resumeRule } from './rules.store';

/**
 * Pauses and resumes rules with the grants of their authors. A paused rule is not enabled; its earlier effects stay.
 */
@Injectable()
export class PausableRules implements Pausable {
  readonly kind = 'rule';

  async follow(tx: Tx, grant: Grant): Promise<void> {
    const rules = await lockRulesOfGrant(tx, grant.grantId);
    const paused: number[] = [];
    for (const rule of rules) {
      const pause = pauseFor(grant, await carriedBy(tx, rule));
      if (!pause) continue;
      await pauseRule(tx, rule.id, { ...pause, wasOn: rule.enabled });
      paused.push(rule.id);
    }
    await announceChangedRules(tx, paused);
  }

  async keep(tx: Tx, userId: number, id: number): Promise<boolean> {
    const rule = await lockRuleOfUser(tx, userId, id);
    if (!rule?.paused) return false;
    await resumeRule(tx, id, rule.paused.wasOn, keptBy(rule.author));
    await announceChangedRules(tx, [id]);
    return true;
  }
}

/**
 * Returns the part of the author's grant that the rule needs. Accounts outside of the grant, to which others attached
 * the rule, do not count.
 */
async function carriedBy(tx: Tx, { id, author }: GrantedRule) {
  const attached = await attachmentsOf(tx, id);
  const own = attached.filter(({ accountId }) => author.accountIds?.includes(accountId) ?? true);
  const scopes = ['rules:write', 'sensitive:read'];
  return carriedFor(author, { scopes, accountIds: own.map(({ accountId }) => accountId) });
}
