import { Database, Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { Plan } from '../permissions/plans';
import { Role } from '../permissions/roles';
import { User } from './user.entity';

/** The users `u` of a list. */
export const USERS = 'users u';

/** Joins the user `u` of a row. @param userId SQL */
export const joinUser = (userId: string): string => `join users u on u.id = ${userId}`;

/** SQL: whether the user exists and is not disabled. @param userId SQL */
export const isEnabledUser = (userId: string): string =>
  `exists (select 1 from users u where u.id = ${userId} and u.disabled_at is null)`;

/** SQL: whether an account has confirmed the address. @param email SQL */
export const hasConfirmedUser = (email: string): string =>
  `exists (select 1 from users where email = ${email} and email_confirmed_at is not null)`;

/** SQL that locks a user. @param userId SQL */
export const lockUserSql = (userId: string): string => `select 1 from users where id = ${userId} for update`;

/** SQL: the present version of a user's credentials. @param userId SQL */
export const credentialsVersionOf = (userId: string): string =>
  `(select u.credentials_version from users u where u.id = ${userId})`;

/** An administrator who can use the role: enabled, and with a password to sign in with. */
const CAN_ADMINISTER = `role = 'ADMIN' and disabled_at is null and email is not null and password_hash is not null`;

/** Whether an administrator can sign in. */
export async function hasAdministrator(database: Queryable): Promise<boolean> {
  return (await database.query(`select 1 from users where ${CAN_ADMINISTER} limit 1`)).length > 0;
}

/** Whether the user has the role now, and is not disabled. */
export async function isAdministrator(database: Queryable, userId: number): Promise<boolean> {
  const found = await database.query(
    `select 1 from users where id = $1 and role = 'ADMIN' and disabled_at is null`,
    [userId],
  );
  return found.length > 0;
}

export async function hasUsers(database: Queryable): Promise<boolean> {
  return (await database.query('select 1 from users limit 1')).length > 0;
}

/** Whether there is a user who is a person, and not managed by an app. */
export async function hasPeople(database: Queryable): Promise<boolean> {
  return (await database.query('select 1 from users where email is not null limit 1')).length > 0;
}

/** Whether someone can sign in with a password. */
export async function hasPasswords(database: Queryable): Promise<boolean> {
  return (await database.query('select 1 from users where password_hash is not null limit 1')).length > 0;
}

/** SQL: the enabled user whose address is `$1`. */
export const FROM_ENABLED_USER = 'from users where email = $1 and disabled_at is null';

/** Locks the user against other changes of counted resources, until the end of the transaction. */
export async function lockUserForCounts(tx: Tx, userId: number): Promise<void> {
  await tx.query('select 1 from users where id = $1 for no key update', [userId]);
}

/** The user's profile. */
export function findUser(database: Database, id: number): Promise<User | null> {
  return database.dataSource.getRepository(User).findOneBy({ id });
}

/** Creates the user with this address, or updates the existing one. */
export async function upsertUser(
  database: Database,
  user: Pick<User, 'name' | 'plan'> & { readonly email: string; readonly role?: Role },
): Promise<User> {
  const users = database.dataSource.getRepository(User);
  await users.upsert(user, ['email']);
  return users.findOneByOrFail({ email: user.email });
}

export interface NewUserRow {
  /** The address in stored form. */
  readonly email: string;
  readonly name: string;
  readonly plan: Plan;
  readonly role: Role;
  readonly passwordHash: string;
  readonly isConfirmed: boolean;
}

/** @returns the id; undefined if the address has an account */
export async function insertUserRow(tx: Tx, user: NewUserRow): Promise<number | undefined> {
  const { email, name, plan, role, passwordHash, isConfirmed } = user;
  const [added] = await tx.query<{ id: number }>(
    `insert into users (email, name, plan, role, password_hash, email_confirmed_at)
     values ($1, $2, $3, $4, $5, case when $6 then now() end)
     on conflict (email) do nothing returning id`,
    [email, name, plan, role, passwordHash, isConfirmed],
  );
  return added?.id;
}

export async function isUser(tx: Tx, id: number): Promise<boolean> {
  return (await tx.query('select 1 from users where id = $1', [id])).length > 0;
}

/** Locks a user until the end of the transaction. @returns whether there is one */
export async function lockUser(tx: Tx, id: number): Promise<boolean> {
  return (await tx.query(lockUserSql('$1'), [id])).length > 0;
}

/** Locks all users against every change, such as of addresses, until the end of the transaction. */
export async function lockUsers(tx: Tx): Promise<void> {
  await tx.execute('lock table users in share row exclusive mode');
}

/** The user's means of signing in. */
export interface SignInOfUser {
  /** Null for a user whom an app manages. */
  readonly email: string | null;
  readonly has_password: boolean;
  readonly is_confirmed: boolean;
}

const SIGN_IN = `email, password_hash is not null as has_password, email_confirmed_at is not null as is_confirmed`;

export async function findSignIn(database: Queryable, id: number): Promise<SignInOfUser | undefined> {
  const [user] = await database.query<SignInOfUser>(`select ${SIGN_IN} from users where id = $1`, [id]);
  return user;
}

/** The sign-in of an enabled user, whose row stays locked until the end of the transaction. */
export async function lockSignIn(tx: Tx, id: number | null): Promise<SignInOfUser | undefined> {
  const [user] = await tx.query<SignInOfUser>(
    `select ${SIGN_IN} from users where id = $1 and disabled_at is null for update`,
    [id],
  );
  return user;
}

/** The user of an address. */
export interface UserOfAddress {
  readonly id: number;
  readonly is_confirmed: boolean;
}

export async function findUserOfAddress(
  database: Queryable,
  email: string,
): Promise<UserOfAddress | undefined> {
  const [user] = await database.query<UserOfAddress>(
    'select id, email_confirmed_at is not null as is_confirmed from users where email = $1',
    [email],
  );
  return user;
}

/** Id and password hash of an enabled user. */
export async function findCredentials(
  database: Queryable,
  email: string,
): Promise<{ readonly id: number; readonly password_hash: string | null } | undefined> {
  const [user] = await database.query<{ id: number; password_hash: string | null }>(
    `select id, password_hash ${FROM_ENABLED_USER}`,
    [email],
  );
  return user;
}

export async function readPasswordHash(database: Queryable, id: number): Promise<string | null> {
  const [user] = await database.query<{ password_hash: string | null }>(
    'select password_hash from users where id = $1',
    [id],
  );
  return user?.password_hash ?? null;
}

/** The user of an id or an e-mail address. */
export async function findUserNamed(database: Queryable, word: string): Promise<number | undefined> {
  const which = word.includes('@') ? 'email = lower($1)' : 'id::text = $1';
  const [user] = await database.query<{ id: number }>(`select id from users where ${which}`, [word]);
  return user?.id;
}

/** The first administrators who are not disabled, also those without a password. */
export async function administratorIds(database: Queryable, limit: number): Promise<number[]> {
  const users = await database.query<{ id: number }>(
    `select id from users where role = 'ADMIN' and disabled_at is null order by id limit $1`,
    [limit],
  );
  return users.map(({ id }) => id);
}

/** The enabled user of the address. @param email null: the first administrator instead */
export async function findUserOrAdministrator(
  database: Queryable,
  email: string | null,
): Promise<number | undefined> {
  const [user] = await database.query<{ id: number }>(
    `select id from users
      where disabled_at is null and case when $1::text is null then role = 'ADMIN' else email = $1 end
      order by id limit 1`,
    [email],
  );
  return user?.id;
}

export async function updateName(tx: Tx, id: number, name: string): Promise<void> {
  await tx.execute('update users set name = $2, updated_at = now() where id = $1', [id, name]);
}

/** @returns whether it changed */
export async function updateRole(tx: Tx, id: number, role: Role): Promise<boolean> {
  const changed = await tx.execute(
    'update users set role = $2, updated_at = now() where id = $1 and role <> $2',
    [id, role],
  );
  return changed > 0;
}

/** Sets the password of a user who has an address. @returns the address */
export async function updatePassword(tx: Tx, id: number, passwordHash: string): Promise<string | undefined> {
  const [user] = await tx.query<{ email: string }>(
    `update users set password_hash = $2, updated_at = now() where id = $1 and email is not null returning email`,
    [id, passwordHash],
  );
  return user?.email;
}

/** Sets the password of an enabled user who has this confirmed address. @returns whether there is one */
export async function updatePasswordOfConfirmed(
  tx: Tx,
  { id, email }: { readonly id: number; readonly email: string },
  passwordHash: string,
): Promise<boolean> {
  const changed = await tx.execute(
    `update users set password_hash = $2, updated_at = now()
      where id = $1 and email = $3 and email_confirmed_at is not null and disabled_at is null`,
    [id, passwordHash, email],
  );
  return changed > 0;
}

/** Gives the user an address that is not confirmed. @returns false if an account has it */
export async function updateAddress(tx: Tx, id: number, email: string): Promise<boolean> {
  const changed = await tx.execute(
    `update users set email = $2, email_confirmed_at = null, updated_at = now()
      where id = $1 and not exists (select 1 from users where email = $2)`,
    [id, email],
  );
  return changed > 0;
}

/** Gives the user a confirmed address. @returns false if another account has it */
export async function updateConfirmedAddress(tx: Tx, id: number, email: string): Promise<boolean> {
  const changed = await tx.execute(
    `update users set email = $2, email_confirmed_at = now(), updated_at = now()
      where id = $1 and not exists (select 1 from users where email = $2 and id <> $1)`,
    [id, email],
  );
  return changed > 0;
}

/** Gives the user a confirmed address and a password. @returns false if another account has the address */
export async function restoreCredentials(
  tx: Tx,
  { id, email, passwordHash }: { readonly id: number; readonly email: string; readonly passwordHash: string },
): Promise<boolean> {
  const changed = await tx.execute(
    `update users set email = $2, email_confirmed_at = now(), password_hash = $3, updated_at = now()
      where id = $1 and not exists (select 1 from users where email = $2 and id <> $1)`,
    [id, email, passwordHash],
  );
  return changed > 0;
}

/** Gives the account that never confirmed the address a made-up one. @param exceptId user who is not changed @returns its id */
export async function releaseAddress(
  tx: Tx,
  email: string,
  exceptId: number | null,
): Promise<number | undefined> {
  const [released] = await tx.query<{ id: number }>(
    `update users set email = 'released-' || id || '@unconfirmed.invalid', updated_at = now()
      where email = $1 and email_confirmed_at is null and id is distinct from $2 returning id`,
    [email, exceptId],
  );
  return released?.id;
}

export const USERS_TABLE: UserTable = {
  table: 'users',
  rowsOfUserSql: 't.id = $1',
  exportAs: { kind: 'user', omittedColumns: ['password_hash'] },
};
