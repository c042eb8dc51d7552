import { Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import { recordSecurityEvent, SecurityEvent } from '../audit/security-events';
import { endSessionsOf } from '../sessions/sessions';
import { Endable, endAccesses } from '../users/end-accesses';
import { forgetFailures } from '../sign-in/sign-in-attempts';

/** Who changes another's account: stands in the trail of the user whom it concerns. */
export type ChangedBy = NonNullable<SecurityEvent['details']>;

const WITH_MANAGED = `id = $1 or managed_by in (select id from oauth_apps where user_id = $1)`;

/** The plan of a user, and of those whom the user's apps manage. @returns whether there is such a user */
export async function changePlan(tx: Tx, userId: number, plan: Plan, by: ChangedBy): Promise<boolean> {
  const changed = await tx.execute(
    `update users set plan = $2, updated_at = now() where (${WITH_MANAGED}) and plan <> $2`,
    [userId, plan],
  );
  if (changed === 0) return isUser(tx, userId);
  await note(tx, userId, 'PLAN_CHANGED', { ...by, plan });
  return true;
}

/** An administrator signs in in person: not a user whom an app manages. @throws Problem (invalid) */
export async function requireFitForRole(tx: Tx, userId: number): Promise<void> {
  const [user] = await tx.query<{ email: string | null }>('select email from users where id = $1', [userId]);
  if (user?.email !== null) return;
  throw Problem.invalid({ role: ['A user whom an app manages cannot be an administrator.'] });
}

/** Call it inside `keepAdministrator`. @returns whether there is such a user */
export async function changeRole(tx: Tx, userId: number, role: Role, by: ChangedBy): Promise<boolean> {
  const changed = await tx.execute(
    'update users set role = $2, updated_at = now() where id = $1 and role <> $2',
    [userId, role],
  );
  if (changed === 0) return isUser(tx, userId);
  await note(tx, userId, 'ROLE_CHANGED', { ...by, role });
  return true;
}

/** Disables a user, with those whom the user's apps manage. Call it inside `keepAdministrator`. @returns the number of ended sessions; null: no such user */
export async function disable(tx: Tx, userId: number, by: ChangedBy): Promise<number | null> {
  const changed = await tx.execute(
    `update users set disabled_at = now() where (${WITH_MANAGED}) and disabled_at is null`,
    [userId],
  );
  if (changed === 0 && !(await isUser(tx, userId))) return null;
  if (changed > 0) await note(tx, userId, 'USER_DISABLED', by);
  return endSessionsOf(tx, userId);
}

/** Reverts `disable`. @returns whether there is such a user */
export async function enable(tx: Tx, userId: number, by: ChangedBy): Promise<boolean> {
  const changed = await tx.execute(
    `update users set disabled_at = null where (${WITH_MANAGED}) and disabled_at is not null`,
    [userId],
  );
  if (changed === 0) return isUser(tx, userId);
  await note(tx, userId, 'USER_ENABLED', by);
  return true;
}

/**
 * Sets a password, ends the sessions in all browsers, a block after wrong passwords, and what `ends` names.
 * @returns how many of each ended; null: no such user who signs in with a password
 */
export async function replacePassword(
  tx: Tx,
  userId: number,
  {
    passwordHash,
    ends,
    by,
  }: { readonly passwordHash: string; readonly ends: readonly Endable[]; readonly by: ChangedBy },
): Promise<Record<Endable, number> | null> {
  const [user] = await tx.query<{ email: string }>(
    `update users set password_hash = $2, updated_at = now() where id = $1 and email is not null returning email`,
    [userId, passwordHash],
  );
  if (!user) return null;
  await forgetFailures(tx, user.email);
  const counts = await endAccesses(tx, userId, ['sessions', ...ends], { details: by });
  await note(tx, userId, 'PASSWORD_RESET', { ...counts, ...by });
  return counts;
}

async function isUser(tx: Tx, userId: number): Promise<boolean> {
  return (await tx.query('select 1 from users where id = $1', [userId])).length > 0;
}

function note(tx: Tx, userId: number, kind: SecurityEvent['kind'], details: ChangedBy): Promise<void> {
  return recordSecurityEvent(tx, { userId, kind, details });
}
