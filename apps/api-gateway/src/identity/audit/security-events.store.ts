import { Queryable } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { joinGrant } from '../authorizations/grants.store';
import { appMembers, joinApp } from '../authorizations/oauth-apps.store';
import { joinToken } from '../authorizations/tokens.store';
import { FROM_ENABLED_USER, joinUser } from '../users/users.store';

interface NewSecurityEvent {
  readonly userId: number;
  readonly kind: string;
  readonly network: string | null;
  readonly details: object;
}

/** An app's event has its present name. */
export async function insertSecurityEvent(
  tx: Queryable,
  { userId, kind, network, details }: NewSecurityEvent,
): Promise<void> {
  await tx.execute(
    `insert into security_events (user_id, kind, address, details)
     select $1, $2, $3, $4::jsonb || coalesce(${appMembers("($4::jsonb->>'app_id')::bigint")}, '{}')`,
    [userId, kind, network, JSON.stringify(details)],
  );
}

/** An event without details of the enabled user whose address it is, if there is one. */
export async function insertSecurityEventByEmail(
  tx: Queryable,
  email: string,
  kind: string,
  network: string | null,
): Promise<void> {
  await tx.execute(
    `insert into security_events (user_id, kind, address)
     select id, $2, $3 ${FROM_ENABLED_USER}`,
    [email, kind, network],
  );
}

/** Subject of sign-ins by browsers; tokens and grants have their ids in `grant.changed`. */
const SIGN_IN = 'sign-in';

/** Stores the network of a user's sign-in. @returns whether the user never signed in from it before */
export async function saveSignInNetwork(tx: Queryable, userId: number, network: string): Promise<boolean> {
  const [known] = await tx.query<{ is_new: boolean }>(
    `insert into known_networks (user_id, subject, network) values ($1, '${SIGN_IN}', $2)
     on conflict (user_id, subject, network) do update set last_seen_at = now()
     returning first_seen_at = now() as is_new`,
    [userId, network],
  );
  return known?.is_new ?? false;
}

/** Whether the user with the address has signed in from the network. */
export async function hasSignInNetwork(
  database: Queryable,
  email: string,
  network: string | null,
): Promise<boolean> {
  const known = await database.query(
    `select 1 from known_networks k ${joinUser('k.user_id')}
      where u.email = $1 and k.subject = '${SIGN_IN}' and k.network = $2`,
    [email, network],
  );
  return known.length > 0;
}

/** The origin of a token's use. */
export interface TokenSighting {
  readonly tokenId: number;
  readonly network: string;
}

/**
 * Records the networks where tokens were used, and notifies their owners of new ones: for a personal token, and for all
 * of an app's tokens of one consent together, since these change every hour. Managed users have no readers of their
 * trail, so theirs are not recorded.
 */
export async function knowTokenUses(tx: Queryable, sightings: readonly TokenSighting[]): Promise<void> {
  await tx.execute(
    `with seen as (
       select distinct t.user_id, g.app_id,
              case when g.id is null then t.id end as token_id, g.id as grant_id,
              coalesce(a.name, t.name) as name,
              coalesce('app:' || g.id, 'token:' || t.id) as subject, s.network
         from unnest($1::bigint[], $2::text[]) as s (token_id, network)
         ${joinToken('s.token_id')} and t.kind <> 'MANAGED'
         left ${joinGrant('t.grant_id')}
         left ${joinApp('g.app_id')}),
     known as (
       insert into known_networks as k (user_id, subject, network)
       select user_id, subject, network from seen order by user_id, subject, network
       on conflict (user_id, subject, network) do update set last_seen_at = now()
        where k.last_seen_at < now() - interval '1 day'
       returning k.user_id, k.subject, k.network, k.first_seen_at = now() as is_new)
     insert into security_events (user_id, kind, address, details)
     select s.user_id, 'TOKEN_USED_FROM_NEW_ADDRESS', s.network,
            jsonb_strip_nulls(jsonb_build_object(
              'token_id', s.token_id, 'app_id', s.app_id, 'grant_id', s.grant_id, 'name', s.name))
       from known k join seen s using (user_id, subject, network) where k.is_new`,
    [sightings.map(({ tokenId }) => tokenId), sightings.map(({ network }) => network)],
  );
}

/** SQL: sign-ins of the last day from a new network, after the id `$1`, at most `$2`. */
export const WATCHED_SIGN_INS = `
  select 'sign-in' as subject, e.id, e.user_id as "userId", coalesce(e.address, 'unknown') as network, e.occurred_at as at
    from security_events e
   where e.id > $1 and e.kind = 'SIGNED_IN_FROM_NEW_ADDRESS' and e.occurred_at > now() - interval '1 day'
   order by e.id limit $2`;

export const OLD_SECURITY_EVENTS = { table: 'security_events', since: 'occurred_at' };
export const OLD_NETWORKS = { table: 'known_networks', since: 'last_seen_at' };

export const AUDIT_TABLES: readonly UserTable[] = [
  {
    table: 'known_networks',
    rowsOfUserSql: 't.user_id = $1',
    exportAs: { kind: 'known_networks', compositeSortKeySql: 'jsonb_build_array(t.subject, t.network)' },
  },
  { table: 'security_events', rowsOfUserSql: 't.user_id = $1', exportAs: { kind: 'security_events' } },
];
