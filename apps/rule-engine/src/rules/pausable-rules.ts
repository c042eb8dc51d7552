import { Injectable } from '@nestjs/common';
import { Author, carriedFor } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Grant, keptBy, Pausable, pauseFor, StoredPause } from '@tributary/service';
import { attachmentsOf } from './attachments/attachments';
import { announceChangedRules } from './rules';

interface RuleRow {
  readonly id: number;
  readonly enabled: boolean;
  readonly author: Author;
  readonly paused: StoredPause | null;
}

/** Rules, which are not enabled while they are paused. What they did stays. */
@Injectable()
export class PausableRules implements Pausable {
  readonly kind = 'rule';

  async follow(tx: Tx, grant: Grant): Promise<void> {
    const rules = await tx.query<RuleRow>(
      `select id, enabled, author, paused from rules
        where author ->> 'grantId' = $1 and paused is null order by id for update`,
      [grant.grantId],
    );
    const paused: number[] = [];
    for (const rule of rules) {
      const pause = pauseFor(grant, await carriedBy(tx, rule));
      if (!pause) continue;
      await tx.execute('update rules set enabled = false, paused = $2 where id = $1', [
        rule.id,
        JSON.stringify({ ...pause, wasOn: rule.enabled }),
      ]);
      paused.push(rule.id);
    }
    await announceChangedRules(tx, paused);
  }

  async keep(tx: Tx, userId: number, id: number): Promise<boolean> {
    const [rule] = await tx.query<RuleRow>(
      'select id, enabled, author, paused from rules where id = $1 and user_id = $2 for update',
      [id, userId],
    );
    if (!rule?.paused) return false;
    await tx.execute('update rules set enabled = $2, paused = null, author = $3 where id = $1', [
      id,
      rule.paused.wasOn,
      JSON.stringify(keptBy(rule.author)),
    ]);
    await announceChangedRules(tx, [id]);
    return true;
  }
}

/** Accounts that others attached it to are theirs to decide on. */
async function carriedBy(tx: Tx, { id, author }: RuleRow) {
  const attached = await attachmentsOf(tx, id);
  const own = attached.filter(({ accountId }) => author.accountIds?.includes(accountId) ?? true);
  const scopes = ['rules:write', 'sensitive:read'];
  return carriedFor(author, { scopes, accountIds: own.map(({ accountId }) => accountId) });
}
