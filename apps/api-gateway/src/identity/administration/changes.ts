import { Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import { recordSecurityEvent, SecurityEvent } from '../audit/security-events';
import { endSessionsOf } from '../sessions/sessions.store';
import { disableUsers, enableUsers, updatePlan } from '../authorizations/managed-users.store';
import { findSignIn, isUser, updatePassword, updateRole } from '../users/users.store';
import { Endable, endAccesses } from '../tokens/end-accesses';
import { forgetFailures } from '../sign-in/sign-in-attempts';

/** Details of who changed another user's account, for the audit trail of that user. */
export type ChangedBy = NonNullable<SecurityEvent['details']>;

/** Changes the plan of a user, and of the users whom the user's apps manage. @returns whether there is such a user */
export async function changePlan(tx: Tx, userId: number, plan: Plan, by: ChangedBy): Promise<boolean> {
  if ((await updatePlan(tx, userId, plan)) === 0) return isUser(tx, userId);
  await note(tx, userId, 'PLAN_CHANGED', { ...by, plan });
  return true;
}

/** Refuses a user whom an app manages, because an administrator signs in in person. @throws Problem (invalid) */
export async function requireFitForRole(tx: Tx, userId: number): Promise<void> {
  if ((await findSignIn(tx, userId))?.email !== null) return;
  throw Problem.invalid({ role: ['A user whom an app manages cannot be an administrator.'] });
}

/** Changes the role. Call it inside `keepAdministrator`. @returns whether there is such a user */
export async function changeRole(tx: Tx, userId: number, role: Role, by: ChangedBy): Promise<boolean> {
  if (!(await updateRole(tx, userId, role))) return isUser(tx, userId);
  await note(tx, userId, 'ROLE_CHANGED', { ...by, role });
  return true;
}

/**
 * Disables a user, with the users whom the user's apps manage. Call it inside `keepAdministrator`. @returns the number
 * of ended sessions; null: no such user
 */
export async function disable(tx: Tx, userId: number, by: ChangedBy): Promise<number | null> {
  const changed = await disableUsers(tx, userId);
  if (changed === 0 && !(await isUser(tx, userId))) return null;
  if (changed > 0) await note(tx, userId, 'USER_DISABLED', by);
  return endSessionsOf(tx, userId);
}

/** Reverts `disable`. @returns whether there is such a user */
export async function enable(tx: Tx, userId: number, by: ChangedBy): Promise<boolean> {
  if ((await enableUsers(tx, userId)) === 0) return isUser(tx, userId);
  await note(tx, userId, 'USER_ENABLED', by);
  return true;
}

/**
 * Sets a password, and ends the sessions in all browsers, a block after wrong passwords, and the accesses in `ends`.
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
  const email = await updatePassword(tx, userId, passwordHash);
  if (email === undefined) return null;
  await forgetFailures(tx, email);
  const counts = await endAccesses(tx, userId, ['sessions', ...ends], { details: by });
  await note(tx, userId, 'PASSWORD_RESET', { ...counts, ...by });
  return counts;
}

function note(tx: Tx, userId: number, kind: SecurityEvent['kind'], details: ChangedBy): Promise<void> {
  return recordSecurityEvent(tx, { userId, kind, details });
}
