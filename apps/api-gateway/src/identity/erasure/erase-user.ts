import { UserDeletedV1 } from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { appendToOutbox, event } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { UserErasures } from '@tributary/service';
import { revokeGrantsOfApp } from '../apps/grants';
import { recentAccess } from '../access/recent-access';
import { Guard, keepAdministrator } from '../users/administrators';
import { forgetInvitations } from '../sign-up/invitations';
import { forgetFailures } from '../sign-in/sign-in-attempts';

/** Kind of the jobs that follow erasures in all services; the key is the erasure's id. */
export const FOLLOWED_ERASURES = 'followed_erasures';

interface Doomed {
  readonly id: number;
  readonly email: string | null;
  readonly version: number;
}

/**
 * Begins to erase a user, and with them the users whom their apps manage. The account ends immediately: its user cannot
 * sign in, no token works, and the e-mail address is free. Everything else is erased in the background, here and in the
 * other services.
 * @returns the id of the erasure, also of one that began before; null if there is no such user
 * @throws Problem (conflict) for the only administrator, AdministratorOnlyError
 */
export async function eraseUser(
  database: Database,
  erasures: UserErasures,
  userId: number,
  guard: Guard,
): Promise<string | null> {
  const id = await database.transaction((tx) =>
    keepAdministrator(tx, guard, async () => {
      const begun = await findErasureOf(tx, userId);
      if (begun !== null) return begun;
      const doomed = await lockWithManaged(tx, userId);
      if (doomed.length === 0) return null;
      await endAccess(tx, doomed);
      for (const user of doomed) await publishErasure(tx, erasures, user);
      return keepErasure(tx, userId, doomed);
    }),
  );
  recentAccess(database).forget();
  return id;
}

async function findErasureOf(tx: Tx, userId: number): Promise<string | null> {
  const [row] = await tx.query<{ id: string }>('select id from user_erasures where user_id = $1', [userId]);
  return row?.id ?? null;
}

/** In the order of ids; a managed user may manage none, but nothing depends on that here. */
async function lockWithManaged(tx: Tx, userId: number): Promise<Doomed[]> {
  const [user] = await tx.query('select 1 from users where id = $1 for update', [userId]);
  if (!user) return [];
  return tx.query<Doomed>(
    `with recursive doomed as (
       select id from users where id = $1
       union
       select u.id from doomed d join oauth_apps a on a.user_id = d.id join users u on u.managed_by = a.id)
     select id, email, version from users where id in (select id from doomed) order by id for update`,
    [userId],
  );
}

/** Other users' grants to the user's apps end; all data of the users is deleted with their rows. */
async function endAccess(tx: Tx, doomed: readonly Doomed[]): Promise<void> {
  const ids = doomed.map(({ id }) => id);
  const apps = await tx.query<{ id: number }>(
    'select id from oauth_apps where user_id = any($1::bigint[]) order by id for update',
    [ids],
  );
  for (const { id } of apps) await revokeGrantsOfApp(tx, id);
  for (const { email } of doomed) if (email !== null) await forgetEmail(tx, email);
  // Of a running authorization, before there is a grant.
  await tx.execute(
    `delete from oauth_artifacts where grant_id is null
        and payload::jsonb #>> '{session,accountId}' = any($1::text[])`,
    [ids.map(String)],
  );
  await tx.execute('delete from users where id = any($1::bigint[])', [ids]);
}

async function forgetEmail(tx: Tx, email: string): Promise<void> {
  await forgetFailures(tx, email);
  await forgetInvitations(tx, email);
  await tx.execute('delete from mails where user_id is null and address = $1', [email]);
  await tx.execute(
    `update operator_requests set parameters = parameters - 'email' - 'name' where parameters ->> 'email' = $1`,
    [email],
  );
}

async function publishErasure(
  tx: Tx,
  erasures: UserErasures,
  { id: userId, version }: Doomed,
): Promise<void> {
  await erasures.begin(tx, userId);
  const payload = { userId, version: version + 1, deletedAt: new Date().toISOString() };
  await appendToOutbox(tx, [event(UserDeletedV1, userId, payload)]);
}

async function keepErasure(tx: Tx, userId: number, doomed: readonly Doomed[]): Promise<string> {
  const [row] = await tx.query<{ id: string }>(
    'insert into user_erasures (user_id, user_ids) values ($1, $2) returning id',
    [userId, doomed.map(({ id }) => id)],
  );
  if (!row) throw new Error('the erasure was not kept');
  await enqueueJobs(tx, FOLLOWED_ERASURES, [{ key: row.id, userId: 0, payload: {} }]);
  return row.id;
}
