import { Database, Queryable } from '@tributary/persistence';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import { networkOf } from '../limits/networks';
import { isTokenText, newTokenText, TOKEN_PREFIXES, tokenHash } from '../codes/token-text';
import { browserOf, SessionOrigin } from './session-origin';

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

/**
 * Begins a session. @returns the text for the browser's cookie; it is not stored
 * @param origin as its user recognizes it later; null: not over HTTP
 */
export async function beginSession(
  database: Queryable,
  userId: number,
  origin: SessionOrigin | null = null,
): Promise<string> {
  const text = newTokenText(TOKEN_PREFIXES.session);
  await database.execute(
    `insert into sessions (user_id, session_hash, expires_at, network, browser)
     values ($1, $2, now() + make_interval(days => $3), $4, $5)`,
    [
      userId,
      tokenHash(text),
      SESSION_DAYS,
      origin && networkOf(origin.address),
      browserOf(origin?.userAgent),
    ],
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

const VALID_SESSIONS = `from sessions s join users u on u.id = s.user_id
  where s.expires_at > now() and u.email is not null and u.disabled_at is null`;

/** The session of a cookie; null if there is none (any more). */
export async function findSession(database: Database, text: string | undefined): Promise<Session | null> {
  if (text === undefined || !isTokenText(text, [TOKEN_PREFIXES.session])) return null;
  const [row] = await database.queryPrepared<SessionRow>(
    `select s.id, s.user_id, u.email, u.name, u.plan, u.role ${VALID_SESSIONS} and s.session_hash = $1`,
    [tokenHash(text)],
  );
  if (!row) return null;
  const { id, user_id: userId, email, name: userName, plan, role } = row;
  return { id, userId, email, userName, plan, role };
}

/** Those of the sessions that have not ended. */
export async function validSessions(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await database.query<{ id: number }>(
    `select s.id ${VALID_SESSIONS} and s.id = any($1::bigint[])`,
    [ids],
  );
  return new Set(rows.map(({ id }) => id));
}

export async function endSession(database: Queryable, sessionId: number): Promise<void> {
  await database.execute('delete from sessions where id = $1', [sessionId]);
}

/** @returns whether the user had the session */
export async function endSessionOf(database: Queryable, userId: number, sessionId: number): Promise<boolean> {
  const ended = await database.execute(
    'delete from sessions where id = $1 and user_id = $2 and expires_at > now()',
    [sessionId, userId],
  );
  return ended > 0;
}

/** Ends all of the user's sessions but one. @param sessionId null: all @returns how many */
export async function endOtherSessions(
  database: Queryable,
  userId: number,
  sessionId: number | null,
): Promise<number> {
  return database.execute('delete from sessions where user_id = $1 and id is distinct from $2', [
    userId,
    sessionId,
  ]);
}

/** Ends the user's sessions in all browsers, such as when the password changes. @returns how many */
export async function endSessionsOf(database: Queryable, userId: number): Promise<number> {
  return database.execute('delete from sessions where user_id = $1', [userId]);
}
