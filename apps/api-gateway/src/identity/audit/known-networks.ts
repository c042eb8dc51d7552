import { Queryable } from '@tributary/persistence';
import { networkOf } from '../limits/networks';

/** Browsers are identified by the user; tokens and grants by their ids in `grant.changed`. */
const SIGN_IN = 'sign-in';

/** Records the network of a user's sign-in. @returns whether the user never signed in from it before */
export async function knowSignIn(tx: Queryable, userId: number, address: string): Promise<boolean> {
  const network = networkOf(address);
  if (network === null) return false;
  const [known] = await tx.query<{ is_new: boolean }>(
    `insert into known_networks (user_id, subject, network) values ($1, '${SIGN_IN}', $2)
     on conflict (user_id, subject, network) do update set last_seen_at = now()
     returning first_seen_at = now() as is_new`,
    [userId, network],
  );
  return known?.is_new ?? false;
}

/** Whether the account's owner has signed in from the address's network before. */
export async function isKnownSignIn(database: Queryable, email: string, address: string): Promise<boolean> {
  const known = await database.query(
    `select 1 from known_networks k join users u on u.id = k.user_id
      where u.email = $1 and k.subject = '${SIGN_IN}' and k.network = $2`,
    [email, networkOf(address)],
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
         join tokens t on t.id = s.token_id and t.kind <> 'MANAGED'
         left join grants g on g.id = t.grant_id
         left join oauth_apps a on a.id = g.app_id),
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
