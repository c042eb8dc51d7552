import { FieldErrors, Problem } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { knowSignIn } from '../auth/known-networks';
import { Plan } from '../auth/plans';
import { recordSecurityEvent, SecurityEvent } from '../auth/security-events';
import { hashPassword, PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from './passwords';
import { beginSession } from './sessions';
import { normalizedEmail } from './sign-in';

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
  readonly address: string;
}

const NAME_LENGTH_MAX = 100;
const EMAIL_LENGTH_MAX = 254;

/** Makes an account on the free plan and signs it in. @returns the text of the session's cookie @throws Problem (invalid) */
export async function signUp(database: Database, { address, ...wanted }: NewAccount): Promise<string> {
  const userId = await createAccount(database, { ...wanted, plan: 'FREE', address });
  return beginSession(database, userId);
}

export interface CreatedAccount extends Omit<NewAccount, 'address'> {
  readonly plan: Plan;
  readonly address?: string | null;
  /** Of the security event. */
  readonly details?: SecurityEvent['details'];
}

/** Makes an account. @returns the user's id @throws Problem (invalid) */
export async function createAccount(database: Database, wanted: CreatedAccount): Promise<number> {
  const errors = unfit(wanted);
  if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
  const { plan, address, details } = wanted;
  const passwordHash = await hashPassword(wanted.password);
  return database.transaction(async (tx) => {
    const [user] = await tx.query<{ id: number }>(
      `insert into users (email, name, plan, password_hash) values ($1, $2, $3, $4)
       on conflict (email) do nothing returning id`,
      [normalizedEmail(wanted.email), wanted.name.trim(), plan, passwordHash],
    );
    if (!user) throw Problem.invalid({ email: ['There is an account with this e-mail address already.'] });
    if (address) await knowSignIn(tx, user.id, address);
    await recordSecurityEvent(tx, { userId: user.id, kind: 'SIGNED_UP', address, details });
    return user.id;
  });
}

function unfit({ email, name, password }: Omit<NewAccount, 'address'>): FieldErrors {
  const errors: Record<string, string[]> = {};
  if (!/^[^\s@]+@[^\s@]+$/.test(email.trim()) || email.length > EMAIL_LENGTH_MAX) {
    errors['email'] = ['Enter an e-mail address, such as name@example.com.'];
  }
  if (name.trim() === '' || name.length > NAME_LENGTH_MAX) {
    errors['name'] = [`Enter a name of at most ${NAME_LENGTH_MAX} characters.`];
  }
  const complaint = unfitPassword(password);
  if (complaint !== null) errors['password'] = [complaint];
  return errors;
}

/** What is wrong with a password that is to be set; null: nothing. */
export function unfitPassword(password: string): string | null {
  if (password.length >= PASSWORD_LENGTH_MIN && password.length <= PASSWORD_LENGTH_MAX) return null;
  return `Choose a password of ${PASSWORD_LENGTH_MIN} to ${PASSWORD_LENGTH_MAX} characters.`;
}
