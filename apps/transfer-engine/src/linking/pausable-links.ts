import { Injectable } from '@nestjs/common';
import { Tx } from '@tributary/persistence';
import { Grant, keptBy, Pausable, pauseFor } from '@tributary/service';
import { applySettings, ChangedLink, settingsOf } from './apply-settings';
import { carriedBy } from '../transfer-links/link-checks';
import { TransferLink } from '../transfer-links/transfer-link.entity';

/** Links, which are not active while they are paused. */
@Injectable()
export class PausableLinks implements Pausable {
  readonly kind = 'transfer-link';

  async follow(tx: Tx, grant: Grant): Promise<void> {
    const pausing: ChangedLink[] = [];
    for (const link of await linksOf(tx, grant.grantId)) {
      const paused = pauseFor(grant, carriedBy(link));
      if (!paused) continue;
      link.paused = { ...paused, wasOn: link.active };
      pausing.push({ link, after: { ...settingsOf(link), active: false } });
    }
    await applySettings(tx, pausing);
  }

  async keep(tx: Tx, userId: number, id: number): Promise<boolean> {
    const link = await tx.manager.findOne(TransferLink, {
      where: { id, userId, deleted: false },
      lock: { mode: 'pessimistic_write' },
    });
    if (!link?.paused) return false;
    const { wasOn } = link.paused;
    Object.assign(link, { author: keptBy(link.author), paused: null });
    await applySettings(tx, [{ link, after: { ...settingsOf(link), active: wasOn } }]);
    return true;
  }
}

/** Active ones that were made through the grant, locked. */
function linksOf(tx: Tx, grantId: string): Promise<TransferLink[]> {
  return tx.manager
    .createQueryBuilder(TransferLink, 'l')
    .setLock('pessimistic_write')
    .where(`l.author ->> 'grantId' = :grantId and l.paused is null and not l.deleted`, { grantId })
    .orderBy('l.id')
    .getMany();
}
