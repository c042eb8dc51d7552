import { Database, OldRows, Queryable } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import { joinUser } from '../users/users.store';

interface NewSession {
  readonly userId: number;
  /** Hash of the text in the browser's cookie. */
  readonly hash: Buffer;
  readonly days: number;
  readonly network: string | null;
  readonly browser: string | null;
}

export async function insertSession(
  database: Queryable,
  { userId, hash, days, network, browser }: NewSession,
): Promise<void> {
  await database.execute(
    `insert into sessions (user_id, session_hash, expires_at, network, browser)
     values ($1, $2, now() + make_interval(days => $3), $4, $5)`,
    [userId, hash, days, network, browser],
  );
}

interface SessionRow {
  readonly id: number;
  readonly user_id: number;
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  readonly role: Role;
}

/** SQL: when a user was last signed in; null if they have no session. @param userId SQL */
export const lastSeenAt = (userId: string): string =>
  `(select max(s.last_seen_at) from sessions s where s.user_id = ${userId})`;

/** SQL: unexpired sessions of enabled people. */
const VALID = `from sessions s ${joinUser('s.user_id')}
  where s.expires_at > now() and u.email is not null and u.disabled_at is null`;

/** A valid session, with its user. */
export async function readSession(database: Database, hash: Buffer): Promise<SessionRow | undefined> {
  const [row] = await database.queryPrepared<SessionRow>(
    `select s.id, s.user_id, u.email, u.name, u.plan, u.role ${VALID} and s.session_hash = $1`,
    [hash],
  );
  return row;
}

/** The valid sessions among the ids. */
export async function validSessions(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await database.query<{ id: number }>(`select s.id ${VALID} and s.id = any($1::bigint[])`, [
    ids,
  ]);
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

/** Ends all of the user's sessions but one. @param sessionId the one that stays; null: none @returns how many */
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

export const EXPIRED_SESSIONS: OldRows = { table: 'sessions', since: 'expires_at', days: 0 };

export const SESSIONS_TABLE: UserTable = {
  table: 'sessions',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'sessions', omittedColumns: ['session_hash'] },
};
