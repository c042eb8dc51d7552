import { Problem } from '@tributary/contracts';
import { AdministratorOnlyError } from '@tributary/http';
import { Queryable, Tx } from '@tributary/persistence';
import { hasAdministrator, hasPeople, isAdministrator } from './users.store';

/** Error of a change after which no administrator would be left. */
export const LAST_ADMINISTRATOR =
  'This is the only administrator who can sign in. Make another user an administrator first.';

/** Requires the role now, because it may have been removed since the request was admitted. @throws AdministratorOnlyError */
export async function requireAdministrator(database: Queryable, userId: number): Promise<void> {
  if (!(await isAdministrator(database, userId))) throw new AdministratorOnlyError();
}

/** Whether the installation has no administrator. The first run, or the operator, then creates one. */
export async function hasNoAdministrator(database: Queryable): Promise<boolean> {
  return !(await hasAdministrator(database));
}

/**
 * Waits until no other transaction changes who is an administrator. Call it before the transaction locks any row of
 * `users`: two transactions that wait for each other's rows would end in a deadlock.
 */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended(current_schema() || ':administrators', 0))`);
}

export interface Guard {
  /** The administrator who requests the change; null: an operator, or the user whom it concerns. */
  readonly administratorId: number | null;
  /** Whether the last person of an installation may go. */
  readonly mayEmpty?: boolean;
}

/**
 * Makes a change after which an enabled administrator who can sign in remains, if there was one before. Every change
 * of a role, every disabling and every deletion of users uses this function: the lock serializes them, and behind it
 * the role of the requesting administrator is checked again.
 * @throws Problem (conflict), AdministratorOnlyError
 */
export async function keepAdministrator<T>(
  tx: Tx,
  { administratorId, mayEmpty = false }: Guard,
  change: () => Promise<T>,
): Promise<T> {
  await lockAdministrators(tx);
  if (administratorId !== null) await requireAdministrator(tx, administratorId);
  const hadNone = await hasNoAdministrator(tx);
  const result = await change();
  if (hadNone || !(await hasNoAdministrator(tx))) return result;
  if (mayEmpty && !(await hasPeople(tx))) return result;
  throw Problem.conflict(LAST_ADMINISTRATOR);
}
