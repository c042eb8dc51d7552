import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { passwordFits } from './passwords';
import { countAttempt } from './sign-in-attempts';

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
