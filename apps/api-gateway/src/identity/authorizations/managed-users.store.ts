import { Tx } from '@tributary/persistence';
import { Plan } from '../permissions/plans';
import { APP_IDS_OF_USER, joinAppsOf } from './oauth-apps.store';

/** SQL: a user and the users whom their apps manage, who share plan, disabling and erasure. */
const WITH_MANAGED = `id = $1 or managed_by in (${APP_IDS_OF_USER})`;

/** Changes the plan of a user, and of the users whom their apps manage. @returns how many changed */
export function updatePlan(tx: Tx, userId: number, plan: Plan): Promise<number> {
  return tx.execute(`update users set plan = $2, updated_at = now() where (${WITH_MANAGED}) and plan <> $2`, [
    userId,
    plan,
  ]);
}

/** Disables a user, and those whom their apps manage. @returns how many changed */
export function disableUsers(tx: Tx, userId: number): Promise<number> {
  return tx.execute(`update users set disabled_at = now() where (${WITH_MANAGED}) and disabled_at is null`, [
    userId,
  ]);
}

/** Reverts `disableUsers`. @returns how many changed */
export function enableUsers(tx: Tx, userId: number): Promise<number> {
  return tx.execute(
    `update users set disabled_at = null where (${WITH_MANAGED}) and disabled_at is not null`,
    [userId],
  );
}

/** A user who is erased. */
export interface ErasedUser {
  readonly id: number;
  readonly email: string | null;
  readonly version: number;
}

/**
 * Locks a user and the users whom their apps manage, in the order of ids, until the end of the transaction. A managed
 * user may manage none, but nothing depends on that here.
 */
export function lockWithManaged(tx: Tx, userId: number): Promise<ErasedUser[]> {
  return tx.query<ErasedUser>(
    `with recursive doomed as (
       select id from users where id = $1
       union
       select u.id from doomed d ${joinAppsOf('d.id')} join users u on u.managed_by = a.id)
     select id, email, version from users where id in (select id from doomed) order by id for update`,
    [userId],
  );
}

export async function deleteUsers(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.execute('delete from users where id = any($1::bigint[])', [ids]);
}

/** Locks a user whom an app manages. @returns their id */
export async function touchManagedUser(
  tx: Tx,
  appId: number,
  managedId: string,
): Promise<number | undefined> {
  const [known] = await tx.query<{ id: number }>(
    'update users set updated_at = now() where managed_by = $1 and managed_id = $2 returning id',
    [appId, managedId],
  );
  return known?.id;
}

export async function countManagedUsers(tx: Tx, appId: number): Promise<number> {
  const [counted] = await tx.query<{ count: number }>(
    'select count(*) as count from users where managed_by = $1',
    [appId],
  );
  return counted?.count ?? 0;
}

/**
 * Adds a managed user with the plan of the app's owner, disabled if the owner is. @returns the id; undefined if there
 * is no owner
 */
export async function insertManagedUser(
  tx: Tx,
  {
    appId,
    managedId,
    ownerId,
  }: { readonly appId: number; readonly managedId: string; readonly ownerId: number },
): Promise<number | undefined> {
  const [user] = await tx.query<{ id: number }>(
    `insert into users (email, name, plan, managed_by, managed_id, disabled_at)
     select null, $3, u.plan, $1, $2, u.disabled_at from users u where u.id = $4
     on conflict (managed_by, managed_id) do update set updated_at = now()
     returning id`,
    [appId, managedId, managedId, ownerId],
  );
  return user?.id;
}
