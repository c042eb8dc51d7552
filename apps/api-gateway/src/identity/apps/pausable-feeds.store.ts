import { Author } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import type { StoredPause } from '@tributary/service';

export interface MadeFeed {
  readonly id: number;
  readonly author: Author;
  /** The driver leaves the members of an int8 array as text. */
  readonly account_ids: readonly string[] | null;
  readonly paused: StoredPause | null;
}

/** The feeds that are not paused and were made through the grant. Locked until the end of the transaction, by id. */
export function lockRunningFeeds(tx: Tx, grantId: string): Promise<MadeFeed[]> {
  return tx.query<MadeFeed>(
    `select id, author, account_ids, paused from feeds
      where author ->> 'grantId' = $1 and paused is null order by id for update`,
    [grantId],
  );
}

/** The feed of the user, locked until the end of the transaction. */
export async function lockFeedOfUser(tx: Tx, userId: number, id: number): Promise<MadeFeed | undefined> {
  const [feed] = await tx.query<MadeFeed>(
    'select id, author, account_ids, paused from feeds where id = $1 and user_id = $2 for update',
    [id, userId],
  );
  return feed;
}

export async function pauseFeed(tx: Tx, id: number, paused: StoredPause): Promise<void> {
  await tx.execute('update feeds set paused = $2, updated_at = now() where id = $1', [
    id,
    JSON.stringify(paused),
  ]);
}

export async function resumeFeed(tx: Tx, id: number, author: Author): Promise<void> {
  await tx.execute('update feeds set paused = null, author = $2, updated_at = now() where id = $1', [
    id,
    JSON.stringify(author),
  ]);
}
