import { Queryable } from '@tributary/persistence';
import { isTokenText, newTokenText, TOKEN_PREFIXES, tokenHash } from '../codes/token-text';

/** An invitation as it is handed out: its text is not stored. */
export interface NewInvitation {
  readonly id: number;
  /** What opens the sign-up page, once. */
  readonly text: string;
  readonly expiresAt: Date;
}

/** Invites somebody to create an account. @param email the only address that may use it, in stored form; null: any */
export async function invite(
  database: Queryable,
  { email, days }: { readonly email: string | null; readonly days: number },
): Promise<NewInvitation> {
  const text = newTokenText(TOKEN_PREFIXES.invitation);
  const [made] = await database.query<{ id: number; expires_at: Date }>(
    `insert into invitations (code_hash, email, expires_at)
     values ($1, $2, now() + make_interval(days => $3)) returning id, expires_at`,
    [tokenHash(text), email, days],
  );
  if (!made) throw new Error('the invitation was not kept');
  return { id: made.id, text, expiresAt: made.expires_at };
}

/** Whether the text is an invitation that can still be used. */
export async function isInvitation(database: Queryable, text: string): Promise<boolean> {
  if (!isTokenText(text, [TOKEN_PREFIXES.invitation])) return false;
  const found = await database.query(
    'select 1 from invitations where code_hash = $1 and expires_at > now()',
    [tokenHash(text)],
  );
  return found.length > 0;
}

/**
 * Consumes an invitation: of two simultaneous uses, the second waits here and finds it consumed.
 * @param email of the new account, in stored form
 * @returns its id; null if it is invalid, or for another address
 */
export async function useInvitation(tx: Queryable, text: string, email: string): Promise<number | null> {
  if (!isTokenText(text, [TOKEN_PREFIXES.invitation])) return null;
  const [used] = await tx.query<{ id: number }>(
    `delete from invitations where code_hash = $1 and expires_at > now() and coalesce(email, $2) = $2 returning id`,
    [tokenHash(text), email],
  );
  return used?.id ?? null;
}

/** An invitation for the address, which stays. @returns its id; null if it is invalid, or for another address */
export async function findInvitation(
  database: Queryable,
  text: string,
  email: string,
): Promise<number | null> {
  if (!isTokenText(text, [TOKEN_PREFIXES.invitation])) return null;
  const [found] = await database.query<{ id: number }>(
    'select id from invitations where code_hash = $1 and expires_at > now() and coalesce(email, $2) = $2',
    [tokenHash(text), email],
  );
  return found?.id ?? null;
}

/** Consumes an invitation that `findInvitation` found. @returns whether it was still there */
export async function useInvitationById(tx: Queryable, id: number, email: string): Promise<boolean> {
  const used = await tx.execute(
    'delete from invitations where id = $1 and expires_at > now() and coalesce(email, $2) = $2',
    [id, email],
  );
  return used === 1;
}

/** @returns whether there was such an invitation */
export async function withdrawInvitation(database: Queryable, id: number): Promise<boolean> {
  return (await database.execute('delete from invitations where id = $1', [id])) === 1;
}

/** Those for an address whose user is erased. */
export async function forgetInvitations(tx: Queryable, email: string): Promise<void> {
  await tx.execute('delete from invitations where email = $1', [email]);
}
