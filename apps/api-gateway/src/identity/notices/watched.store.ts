import { ALL_DESTINATIONS, kindOfLevel } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { SWITCHED_OFF_ENDPOINTS } from '../../model/stores/webhooks.store';
import { WATCHED_SIGN_INS } from '../audit/security-events.store';
import { joinUser } from '../users/users.store';
import type { Watched } from './due-notice';
import {
  CONNECTION_NAME,
  ENDING_CONSENTS,
  failingConnections,
  joinConnections,
} from '../../model/stores/accounts.store';
import { failingLinks } from '../../model/stores/transfers.store';

/** Number of rows of a kind that one step reads. */
const WATCHED_MAX = 500;

const FAILING = `${failingConnections(joinUser('c.user_id'))} union all ${failingLinks(joinUser('l.user_id'))}`;

/** Records since when connections and links fail, and deletes the record of those that work again. */
export async function watchFailing(database: Queryable): Promise<void> {
  const targets = ALL_DESTINATIONS.map(({ type }) => ({ type, kind: kindOfLevel(type, 'target') }));
  await database.execute(
    `with failing (kind, subject_id, user_id) as materialized (${FAILING}),
          mended as (delete from failing_since f
                      where not exists (select 1 from failing
                                         where failing.kind = f.kind and failing.subject_id = f.subject_id))
     insert into failing_since (kind, subject_id, user_id)
     select kind, subject_id, user_id from failing on conflict (kind, subject_id) do nothing`,
    [targets.map(({ type }) => type), targets.map(({ kind }) => kind)],
  );
}

/** SQL of candidates for notices, by kind: `$1` is the last id that was read, `$2` the number to read. */
const SOURCES = [
  ENDING_CONSENTS,
  `select 'connection' as subject, c.id, c.user_id as "userId", ${CONNECTION_NAME} as name, f.since as "failingSince"
     from failing_since f join ${joinConnections('c.id = f.subject_id')}
    where f.kind = 'CONNECTION' and f.subject_id > $1 order by f.subject_id limit $2`,
  `select 'link' as subject, f.subject_id as id, f.user_id as "userId", f.since as "failingSince"
     from failing_since f where f.kind = 'LINK' and f.subject_id > $1 order by f.subject_id limit $2`,
  SWITCHED_OFF_ENDPOINTS,
  WATCHED_SIGN_INS,
] as const;

/** Position of the scan: a kind by its index, and its last id. */
export interface WatchPlace {
  readonly source: number;
  readonly after: number;
}

export const WATCH_START: WatchPlace = { source: 0, after: 0 };

/** The next few things that may be due. @returns also where to continue; null at the end */
export async function readWatched(
  database: Queryable,
  { source, after }: WatchPlace,
): Promise<{ readonly found: readonly Watched[]; readonly next: WatchPlace | null }> {
  const sql = SOURCES[source];
  if (sql === undefined) return { found: [], next: null };
  const found = await database.query<Watched>(sql, [after, WATCHED_MAX]);
  if (found.length === WATCHED_MAX) return { found, next: { source, after: found.at(-1)?.id ?? after } };
  const isLast = source + 1 === SOURCES.length;
  return { found, next: isLast ? null : { source: source + 1, after: 0 } };
}

/** Derived from the query model's connections and links. */
export const FAILING_SINCE_TABLE: UserTable = { table: 'failing_since', rowsOfUserSql: 't.user_id = $1' };
