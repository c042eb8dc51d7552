import { Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { passwordFits } from './passwords';
import { Session } from '../auth/sessions/sessions';
import { countAttempt } from './sign-in-attempts';

/**
 * Requires the user's password again, before actions that cannot be undone. Counts as an attempt to sign in,
 * which the right password forgives. @throws Problem (invalid), TooManyAttemptsError
 */
export async function confirmPassword(
  database: Database,
  { userId, email }: Pick<Session, 'userId' | 'email'>,
  sent: { readonly password: string; readonly field: string; readonly address: string },
): Promise<void> {
  await countAttempt(database, { email, address: sent.address });
  const [user] = await database.query<{ password_hash: string | null }>(
    'select password_hash from users where id = $1',
    [userId],
  );
  if (await passwordFits(sent.password, user?.password_hash ?? null)) return;
  throw Problem.invalid({ [sent.field]: ['This is not your present password.'] });
}
