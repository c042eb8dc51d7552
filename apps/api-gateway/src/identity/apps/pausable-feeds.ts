import { Injectable } from '@nestjs/common';
import { carriedFor } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Grant, keptBy, Pausable, pauseFor } from '@tributary/service';
import { lockFeedOfUser, lockRunningFeeds, pauseFeed, resumeFeed } from './pausable-feeds.store';

/** Pauses the feeds that were made through the grant and that it does not cover any more. */
export async function pauseFeeds(tx: Tx, grant: Grant): Promise<void> {
  const feeds = await lockRunningFeeds(tx, grant.grantId);
  for (const { id, author, account_ids: ids } of feeds) {
    const accountIds = ids && ids.map(Number);
    const carried = carriedFor(author, { scopes: ['accounts:read', 'transactions:read'], accountIds });
    const paused = pauseFor(grant, carried);
    if (!paused) continue;
    await pauseFeed(tx, id, { ...paused, wasOn: true });
  }
}

/** Pauses and resumes feeds; a paused one gives no data. */
@Injectable()
export class PausableFeeds implements Pausable {
  readonly kind = 'feed';

  follow(tx: Tx, grant: Grant): Promise<void> {
    return pauseFeeds(tx, grant);
  }

  async keep(tx: Tx, userId: number, id: number): Promise<boolean> {
    const feed = await lockFeedOfUser(tx, userId, id);
    if (!feed?.paused) return false;
    await resumeFeed(tx, id, keptBy(feed.author));
    return true;
  }
}
