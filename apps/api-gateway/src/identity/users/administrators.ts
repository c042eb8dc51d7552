import { Problem } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { requireAdministrator } from '../permissions/require-administrator';

/** An administrator who can use the role: enabled, and with a password to sign in with. */
const CAN_ADMINISTER = `role = 'ADMIN' and disabled_at is null and email is not null and password_hash is not null`;

/** Answers a change that would leave nobody with the role. */
export const LAST_ADMINISTRATOR =
  'This is the only administrator who can sign in. Make another user an administrator first.';

/** Whether nobody can administer this installation: the first run, or the operator, makes an administrator then. */
export async function hasNoAdministrator(database: Queryable): Promise<boolean> {
  const [found] = await database.query(`select 1 from users where ${CAN_ADMINISTER} limit 1`);
  return found === undefined;
}

/**
 * Waits until no other transaction changes who is an administrator. Call it before the transaction locks any row of
 * `users`: two transactions that wait for each other's rows would end in a deadlock.
 */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended(current_schema() || ':administrators', 0))`);
}

export interface Guard {
  /** The administrator who asks for the change; null: an operator, or the user whom it concerns. */
  readonly administratorId: number | null;
  /** Whether the last person of an installation may go. */
  readonly mayEmpty?: boolean;
}

/**
 * Makes a change after which an enabled administrator who can sign in remains, if there was one before. Every change of
 * a role, of a disabled user and every deletion goes through here: the lock makes them one after the other, and the
 * role of whoever asks is read again behind it.
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
  if (mayEmpty && (await isEmpty(tx))) return result;
  throw Problem.conflict(LAST_ADMINISTRATOR);
}

/** Whether nobody is left who could sign in. */
async function isEmpty(tx: Tx): Promise<boolean> {
  const [found] = await tx.query('select 1 from users where email is not null limit 1');
  return found === undefined;
}
