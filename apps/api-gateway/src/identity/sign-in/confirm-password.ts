import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { findSignIn, readPasswordHash } from '../users/users.store';
import { passwordFits } from './passwords';
import { countAttempt, forgiveAttempt } from './sign-in-attempts';

/**
 * Requires the user's present password for acts that a token or an open browser alone must not do, and forgives the
 * attempt. @param what purpose, such as `to delete your account`
 * @throws Problem (invalid; conflict if they have no password), TooManyAttemptsError
 */
export async function requireOwner(
  database: Database,
  { userId, address }: { readonly userId: number; readonly address: string },
  password: string | undefined,
  what: string,
): Promise<void> {
  const user = await findSignIn(database, userId);
  if (!user) return; // being erased: the user's next request shows it
  const { email, has_password: hasPassword } = user;
  if (email === null || !hasPassword) throw Problem.conflict(NO_PASSWORD);
  if (password === undefined) {
    throw Problem.invalid({ current_password: [`Send your present password ${what}.`] });
  }
  await confirmPassword(database, { userId, email, address }, password);
  await forgiveAttempt(database, { email, address });
}

const NO_PASSWORD =
  'You have no password that could confirm this. Ask whoever runs this service: "tributary users erase" deletes an account, ' +
  'and "tributary users reset-password" gives it a password.';

/**
 * Requires the user's present password. Counts as an attempt to sign in, which the right password forgives.
 * @throws Problem (invalid), TooManyAttemptsError
 */
export async function confirmPassword(
  database: Database,
  { userId, email, address }: { readonly userId: number; readonly email: string; readonly address: string },
  password: string,
): Promise<void> {
  await countAttempt(database, { email, address });
  if (await passwordFits(password, await readPasswordHash(database, userId))) return;
  throw Problem.invalid({ current_password: ['This is not your present password.'] });
}
