import { Injectable } from '@nestjs/common';
import { Tx } from '@tributary/persistence';
import { Grant, keptBy, Pausable, pauseFor } from '@tributary/service';
import { lockLink, lockLinksOfGrant } from '../transfer-links.store';
import { applySettings, ChangedLink, settingsOf } from './apply-settings';
import { carriedBy } from '../../transfers/carried-data';

/** Pauses links by their authors' grants; a paused link is not active. */
@Injectable()
export class PausableLinks implements Pausable {
  readonly kind = 'transfer-link';

  async follow(tx: Tx, grant: Grant): Promise<void> {
    const pausing: ChangedLink[] = [];
    for (const link of await lockLinksOfGrant(tx, grant.grantId)) {
      const paused = pauseFor(grant, carriedBy(link));
      if (!paused) continue;
      link.paused = { ...paused, wasOn: link.active };
      pausing.push({ link, after: { ...settingsOf(link), active: false } });
    }
    await applySettings(tx, pausing);
  }

  async keep(tx: Tx, userId: number, id: number): Promise<boolean> {
    const link = await lockLink(tx, { id, user_id: userId, deleted: false });
    if (!link?.paused) return false;
    const { wasOn } = link.paused;
    Object.assign(link, { author: keptBy(link.author), paused: null });
    await applySettings(tx, [{ link, after: { ...settingsOf(link), active: wasOn } }]);
    return true;
  }
}
