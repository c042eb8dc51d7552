import { Database } from '@tributary/persistence';
import { LRUCache } from 'lru-cache';
import { upToEntries } from '../limits/lru-options';
import { Access } from './access';

/** Lifetime of a cached access. A revocation by another gateway applies here after it, well within the promised second. */
const BELIEVED_MS = 500;
const TOKENS_MAX = 10_000;

/** Access of tokens at their last look-up, by hash. */
export class RecentAccess {
  private readonly byHash = new LRUCache<string, Access>({
    ...upToEntries(TOKENS_MAX),
    ttl: BELIEVED_MS,
    ttlResolution: 5,
  });
  private revocations = 0;

  get(hash: string): Access | undefined {
    return this.byHash.get(hash);
  }

  /** Looks a token up and caches the result, unless a token is revoked in this process during the look-up. */
  async remember(
    hash: string,
    lookUp: () => Promise<{ access: Access; expiresInMs: number } | null>,
  ): Promise<Access | null> {
    const { revocations } = this;
    const start = performance.now(); // the result is as old as the start of the look-up
    const found = await lookUp();
    if (!found) return null;
    const ttl = Math.floor(Math.min(BELIEVED_MS, found.expiresInMs));
    if (ttl > 0 && revocations === this.revocations) this.byHash.set(hash, found.access, { ttl, start });
    return found.access;
  }

  /** Forgets all cached tokens. Called after any revocation in this process; revocations are rare. */
  forget(): void {
    this.revocations += 1;
    this.byHash.clear();
  }
}

const ofDatabases = new WeakMap<Database, RecentAccess>();

/** Returns the gateway's cache of tokens; there is one for each database. */
export function recentAccess(database: Database): RecentAccess {
  let recent = ofDatabases.get(database);
  if (!recent) ofDatabases.set(database, (recent = new RecentAccess()));
  return recent;
}
