import { Database, Queryable } from '@tributary/persistence';
import { Plan } from '../plans';
import { Role } from '../roles';
import { isTokenText, newTokenText, TOKEN_PREFIXES, tokenHash } from '../token-text';

/** A browser that someone has signed in with. */
export interface Session {
  readonly id: number;
  readonly userId: number;
  readonly email: string;
  readonly userName: string;
  readonly plan: Plan;
  readonly role: Role;
}

export const SESSION_DAYS = 14;

/** Begins a session. @returns the text for the browser's cookie; it is not stored */
export async function beginSession(database: Queryable, userId: number): Promise<string> {
  const text = newTokenText(TOKEN_PREFIXES.session);
  await database.execute(
    `insert into sessions (user_id, session_hash, expires_at)
     values ($1, $2, now() + make_interval(days => $3))`,
    [userId, tokenHash(text), SESSION_DAYS],
  );
  return text;
}

interface SessionRow {
  readonly id: number;
  readonly user_id: number;
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  readonly role: Role;
}

/** The session of a cookie; null if there is none (any more). */
export async function findSession(database: Database, text: string | undefined): Promise<Session | null> {
  if (text === undefined || !isTokenText(text, [TOKEN_PREFIXES.session])) return null;
  const [row] = await database.query<SessionRow>(
    `select s.id, s.user_id, u.email, u.name, u.plan, u.role
       from sessions s join users u on u.id = s.user_id
      where s.session_hash = $1 and s.expires_at > now() and u.email is not null and u.disabled_at is null`,
    [tokenHash(text)],
  );
  if (!row) return null;
  const { id, user_id: userId, email, name: userName, plan, role } = row;
  return { id, userId, email, userName, plan, role };
}

export async function endSession(database: Queryable, sessionId: number): Promise<void> {
  await database.execute('delete from sessions where id = $1', [sessionId]);
}

/** Ends the user's sessions in all browsers, such as when the password changes. @returns how many */
export async function endSessionsOf(database: Queryable, userId: number): Promise<number> {
  return database.execute('delete from sessions where user_id = $1', [userId]);
}
