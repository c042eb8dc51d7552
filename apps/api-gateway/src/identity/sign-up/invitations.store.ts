import { OldRows, Queryable } from '@tributary/persistence';

/** @returns its id, and its end */
export async function insertInvitation(
  database: Queryable,
  {
    codeHash,
    email,
    days,
  }: { readonly codeHash: Buffer; readonly email: string | null; readonly days: number },
): Promise<{ readonly id: number; readonly expires_at: Date } | undefined> {
  const [made] = await database.query<{ id: number; expires_at: Date }>(
    `insert into invitations (code_hash, email, expires_at)
     values ($1, $2, now() + make_interval(days => $3)) returning id, expires_at`,
    [codeHash, email, days],
  );
  return made;
}

/** Whether the invitation can still be used. */
export async function hasInvitation(database: Queryable, codeHash: Buffer): Promise<boolean> {
  const found = await database.query(
    'select 1 from invitations where code_hash = $1 and expires_at > now()',
    [codeHash],
  );
  return found.length > 0;
}

/** Finds an invitation that the address may use. @returns its id */
export async function readInvitation(
  database: Queryable,
  codeHash: Buffer,
  email: string,
): Promise<number | undefined> {
  const [found] = await database.query<{ id: number }>(
    'select id from invitations where code_hash = $1 and expires_at > now() and coalesce(email, $2) = $2',
    [codeHash, email],
  );
  return found?.id;
}

/** Deletes one that the address may use. @returns its id */
export async function takeInvitation(
  tx: Queryable,
  codeHash: Buffer,
  email: string,
): Promise<number | undefined> {
  const [used] = await tx.query<{ id: number }>(
    `delete from invitations where code_hash = $1 and expires_at > now() and coalesce(email, $2) = $2 returning id`,
    [codeHash, email],
  );
  return used?.id;
}

/** Deletes one that the address may use. @returns whether there was one */
export async function useInvitationById(tx: Queryable, id: number, email: string): Promise<boolean> {
  const used = await tx.execute(
    'delete from invitations where id = $1 and expires_at > now() and coalesce(email, $2) = $2',
    [id, email],
  );
  return used === 1;
}

/** @returns whether there was one */
export async function withdrawInvitation(database: Queryable, id: number): Promise<boolean> {
  return (await database.execute('delete from invitations where id = $1', [id])) === 1;
}

export async function forgetInvitations(tx: Queryable, email: string): Promise<void> {
  await tx.execute('delete from invitations where email = $1', [email]);
}

export const EXPIRED_INVITATIONS: OldRows = { table: 'invitations', since: 'expires_at', days: 0 };
