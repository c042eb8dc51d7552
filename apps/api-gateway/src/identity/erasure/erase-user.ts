import { UserDeletedV1 } from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { appendToOutbox, event } from '@tributary/messaging';
import { Database, Tx } from '@tributary/persistence';
import { forgetPersonInRequests, UserErasures } from '@tributary/service';
import { revokeGrantsOfApp } from '../apps/grants';
import { recentAccess } from '../access/recent-access';
import { Guard, keepAdministrator } from '../users/administrators';
import { forgetInvitations } from '../sign-up/invitations.store';
import { forgetFailures } from '../sign-in/sign-in-attempts';
import { deleteUsers, ErasedUser, lockWithManaged } from '../authorizations/managed-users.store';
import { lockUser } from '../users/users.store';
import { lockAppsOf } from '../authorizations/oauth-apps.store';
import { deleteArtifactsWithoutGrant } from '../authorizations/oauth-artifacts.store';
import { deleteMailsTo } from '../mail/mails.store';
import { findErasureOf, insertErasure } from './user-erasures.store';

/** Kind of the jobs that follow erasures in all services; the key is the erasure's id. */
export const FOLLOWED_ERASURES = 'followed_erasures';

/**
 * Begins to erase a user, and the users whom their apps manage. The account ends immediately: its user cannot sign in,
 * no token works, and the e-mail address is free. Everything else is erased in the background, here and in the other
 * services.
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
      if (begun !== undefined) return begun;
      const doomed = (await lockUser(tx, userId)) ? await lockWithManaged(tx, userId) : [];
      if (doomed.length === 0) return null;
      await endAccess(tx, doomed);
      for (const user of doomed) await publishErasure(tx, erasures, user);
      return followErasure(tx, userId, doomed);
    }),
  );
  recentAccess(database).forget();
  return id;
}

/** Other users' grants to the user's apps end; all data of the users is deleted with their rows. */
async function endAccess(tx: Tx, doomed: readonly ErasedUser[]): Promise<void> {
  const ids = doomed.map(({ id }) => id);
  for (const id of await lockAppsOf(tx, ids)) await revokeGrantsOfApp(tx, id);
  for (const { email } of doomed) if (email !== null) await forgetEmail(tx, email);
  // Artifacts of authorizations that have no grant yet.
  await deleteArtifactsWithoutGrant(tx, ids);
  await deleteUsers(tx, ids);
}

async function forgetEmail(tx: Tx, email: string): Promise<void> {
  await forgetFailures(tx, email);
  await forgetInvitations(tx, email);
  await deleteMailsTo(tx, email);
  await forgetPersonInRequests(tx, email);
}

async function publishErasure(
  tx: Tx,
  erasures: UserErasures,
  { id: userId, version }: ErasedUser,
): Promise<void> {
  await erasures.begin(tx, userId);
  const payload = { userId, version: version + 1, deletedAt: new Date().toISOString() };
  await appendToOutbox(tx, [event(UserDeletedV1, userId, payload)]);
}

async function followErasure(tx: Tx, userId: number, doomed: readonly ErasedUser[]): Promise<string> {
  const id = await insertErasure(
    tx,
    userId,
    doomed.map((user) => user.id),
  );
  if (id === undefined) throw new Error('the erasure was not kept');
  await enqueueJobs(tx, FOLLOWED_ERASURES, [{ key: id, userId: 0, payload: {} }]);
  return id;
}
