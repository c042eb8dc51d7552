import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { passwordFits } from './passwords';
import { countAttempt, forgiveAttempt } from './sign-in-attempts';

/**
 * Requires the user's present password, for what a token or an open browser alone must not do, and forgives the attempt.
 * @param what it is for, such as `to delete your account`
 * @throws Problem (invalid; conflict if they have no password), TooManyAttemptsError
 */
export async function requireOwner(
  database: Database,
  { userId, address }: { readonly userId: number; readonly address: string },
  password: string | undefined,
  what: string,
): Promise<void> {
  const [user] = await database.query<{ email: string | null; has_password: boolean }>(
    'select email, password_hash is not null as has_password from users where id = $1',
    [userId],
  );
  if (!user) return; // being erased: whoever asks finds that out
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
  const [user] = await database.query<{ password_hash: string | null }>(
    'select password_hash from users where id = $1',
    [userId],
  );
  if (await passwordFits(password, user?.password_hash ?? null)) return;
  throw Problem.invalid({ current_password: ['This is not your present password.'] });
}
