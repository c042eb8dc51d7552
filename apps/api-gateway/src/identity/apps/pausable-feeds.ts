import { Injectable } from '@nestjs/common';
import { Author, carriedFor } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Grant, keptBy, Pausable, pauseFor, StoredPause } from '@tributary/service';

interface FeedRow {
  readonly id: number;
  readonly author: Author;
  /** The driver leaves the members of an int8 array as text. */
  readonly account_ids: readonly string[] | null;
  readonly paused: StoredPause | null;
}

/** Pauses the feeds that were made through the grant and that it does not cover (any more). */
export async function pauseFeeds(tx: Tx, grant: Grant): Promise<void> {
  const feeds = await tx.query<FeedRow>(
    `select id, author, account_ids, paused from feeds
      where author ->> 'grantId' = $1 and paused is null order by id for update`,
    [grant.grantId],
  );
  for (const { id, author, account_ids: ids } of feeds) {
    const accountIds = ids && ids.map(Number);
    const carried = carriedFor(author, { scopes: ['accounts:read', 'transactions:read'], accountIds });
    const paused = pauseFor(grant, carried);
    if (!paused) continue;
    await tx.execute('update feeds set paused = $2, updated_at = now() where id = $1', [
      id,
      JSON.stringify({ ...paused, wasOn: true }),
    ]);
  }
}

/** Feeds; a paused one gives no data. */
@Injectable()
export class PausableFeeds implements Pausable {
  readonly kind = 'feed';

  follow(tx: Tx, grant: Grant): Promise<void> {
    return pauseFeeds(tx, grant);
  }

  async keep(tx: Tx, userId: number, id: number): Promise<boolean> {
    const [feed] = await tx.query<FeedRow>(
      'select id, author, account_ids, paused from feeds where id = $1 and user_id = $2 for update',
      [id, userId],
    );
    if (!feed?.paused) return false;
    await tx.execute('update feeds set paused = null, author = $2, updated_at = now() where id = $1', [
      id,
      JSON.stringify(keptBy(feed.author)),
    ]);
    return true;
  }
}
