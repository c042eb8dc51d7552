import { Tx } from '@tributary/persistence';
import { createHmac, hkdfSync } from 'node:crypto';
import { tokenHash } from '../auth/token-text';
import { LinkKind } from './mail-content';

/**
 * The code in a mail's link. It follows from the key and the mail's id, so a mail that is sent twice has the same link
 * and no code is stored.
 */
export function codeOf(encryptionKey: string, messageId: string): string {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'mail-codes', 32));
  return createHmac('sha256', key).update(messageId).digest('base64url');
}

/** Whether the text can be a code. */
export function isMailCode(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Uses a code up: of two simultaneous uses, the second finds none. @returns whose it was; null if it is invalid */
export async function takeMailCode(
  tx: Tx,
  kind: LinkKind,
  code: string,
): Promise<{ readonly userId: number; readonly address: string } | null> {
  if (!isMailCode(code)) return null;
  const [taken] = await tx.query<{ user_id: number; address: string }>(
    `update mails set code_hash = null
      where code_hash = $1 and kind = $2 and code_expires_at > now() returning user_id, address`,
    [tokenHash(code), kind],
  );
  return taken ? { userId: taken.user_id, address: taken.address } : null;
}

/** The user's other links of the kind open nothing any more, and those that wait are not sent. */
export async function dropMailCodes(tx: Tx, kind: LinkKind, userId: number | null): Promise<void> {
  await tx.execute(
    'update mails set code_hash = null where user_id = $1 and kind = $2 and code_hash is not null',
    [userId, kind],
  );
}
