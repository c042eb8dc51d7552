import { Queryable, Tx } from '@tributary/persistence';
import { createHmac, hkdfSync } from 'node:crypto';
import { codeHolds } from '../codes/code-binding';
import { tokenHash } from '../codes/token-text';
import { LinkKind } from './mail-content';
import { CodeRow, findCode, lockUserOfCode, useCode } from './mails.store';

/**
 * The code in a mail's link. It follows from the key and the mail's id, so a mail that is sent twice has the same link
 * and no code is stored.
 */
export function codeOf(encryptionKey: string, messageId: string): string {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'mail-codes', 32));
  return createHmac('sha256', key).update(messageId).digest('base64url');
}

/** The data behind a mail's link. */
export interface MailCode {
  readonly mailId: number;
  /** Null: there is no account yet. */
  readonly userId: number | null;
  /** Address to which the link was sent. */
  readonly address: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Whether the text can be a code. */
function isMailCode(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Finds a code without using it. @returns null if it is invalid, or has ended with its user's credentials */
export async function findMailCode(
  database: Queryable,
  kinds: readonly LinkKind[],
  code: string,
): Promise<MailCode | null> {
  if (!isMailCode(code)) return null;
  const row = await findCode(database, kinds, tokenHash(code));
  return row && codeHolds(row.kind, row) ? toMailCode(row) : null;
}

/**
 * Consumes a code; of two simultaneous uses the second finds none. Locks the user, so that the user's credentials do
 * not change until the end of the transaction.
 * @returns null if the code is invalid, or has ended with its user's credentials
 */
export async function takeMailCode(
  tx: Tx,
  kinds: readonly LinkKind[],
  code: string,
): Promise<MailCode | null> {
  if (!isMailCode(code)) return null;
  const codeHash = tokenHash(code);
  await lockUserOfCode(tx, kinds, codeHash);
  const row = await useCode(tx, kinds, codeHash);
  return row && codeHolds(row.kind, row) ? toMailCode(row) : null;
}

function toMailCode({ id, user_id: userId, address, details }: CodeRow): MailCode {
  return { mailId: id, userId, address, details };
}
