import { ALL_DESTINATIONS, kindOfLevel } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import type { Watched } from './due-notice';

/** How many of a kind are looked at in one step. */
const WATCHED_MAX = 500;

const NAME = `coalesce(nullif(c.document->>'name', ''), i.document->>'name', 'a bank')`;
const FAILING_CONNECTIONS = `
  select 'CONNECTION', c.id, c.user_id from connections c join users u on u.id = c.user_id
   where not c.deleted and c.document->>'enabled' = 'true' and c.document#>>'{health,status}' = 'FAILING'`;

/** A link fails while transfers of it have failed for good, or while its destination cannot be reached. */
const FAILING_LINKS = `
  select 'LINK', l.id, l.user_id from transfer_links l join users u on u.id = l.user_id
   where not l.deleted and l.document->>'active' = 'true'
     and (exists (select 1 from transfers t
                   where t.user_id = l.user_id and t.status = 'FAILED' and t.transfer_link_id = l.id)
          or exists (select 1 from destinations d join unnest($1::text[], $2::text[]) as k (type, kind) using (kind)
                      where d.id = (l.document->>'destination_id')::bigint and not d.deleted
                        and k.type = l.document->>'destination_type'
                        and d.document#>>'{health,status}' = 'FAILING'))`;
const FAILING = `${FAILING_CONNECTIONS} union all ${FAILING_LINKS}`;

/** Keeps since when connections and links fail, and forgets it of those that work again. */
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

/** What may be due, by kind: `$1` is the last id that was looked at, `$2` how many to read. */
const SOURCES = [
  `select 'consent' as of, c.id, c.user_id as "userId", ${NAME} as name,
          (c.document->>'consent_expires_at')::timestamptz as "endsAt"
     from connections c left join institutions i on i.id = c.institution_id
    where c.id > $1 and not c.deleted and c.document->>'enabled' = 'true'
      and (c.document->>'consent_expires_at')::timestamptz between now() and now() + interval '8 days'
    order by c.id limit $2`,
  `select 'connection' as of, c.id, c.user_id as "userId", ${NAME} as name, f.since as "failingSince"
     from failing_since f join connections c on c.id = f.subject_id
     left join institutions i on i.id = c.institution_id
    where f.kind = 'CONNECTION' and f.subject_id > $1 order by f.subject_id limit $2`,
  `select 'link' as of, f.subject_id as id, f.user_id as "userId", f.since as "failingSince"
     from failing_since f where f.kind = 'LINK' and f.subject_id > $1 order by f.subject_id limit $2`,
  // Those that users switch off themselves are not failing.
  `select 'endpoint' as of, e.id, e.user_id as "userId", e.document->>'url' as url, e.updated_at as "switchedOffAt"
     from webhook_endpoints e
    where e.id > $1 and not e.deleted and e.document->>'enabled' = 'false'
      and e.document#>>'{health,status}' = 'FAILING' and e.updated_at > now() - interval '1 day'
    order by e.id limit $2`,
  `select 'sign-in' as of, e.id, e.user_id as "userId", coalesce(e.address, 'unknown') as network, e.occurred_at as at
     from security_events e
    where e.id > $1 and e.kind = 'SIGNED_IN_FROM_NEW_ADDRESS' and e.occurred_at > now() - interval '1 day'
    order by e.id limit $2`,
] as const;

/** Where the look at everything is: a kind by its index, and the last id of it. */
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
