import { Queryable, Tx } from '@tributary/persistence';
import { createHmac, hkdfSync } from 'node:crypto';
import { codeHolds } from '../codes/code-binding';
import { tokenHash } from '../codes/token-text';
import { LinkKind } from './mail-content';

/**
 * The code in a mail's link. It follows from the key and the mail's id, so a mail that is sent twice has the same link
 * and no code is stored.
 */
export function codeOf(encryptionKey: string, messageId: string): string {
  const key = Buffer.from(hkdfSync('sha256', encryptionKey, '', 'mail-codes', 32));
  return createHmac('sha256', key).update(messageId).digest('base64url');
}

/** What a mail's link opens. */
export interface MailCode {
  readonly mailId: number;
  /** Null: there is no account yet. */
  readonly userId: number | null;
  /** Where the link was sent. */
  readonly address: string;
  readonly details: Readonly<Record<string, unknown>>;
}

interface CodeRow {
  readonly id: number;
  readonly kind: LinkKind;
  readonly user_id: number | null;
  readonly address: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly made: number | null;
  readonly present: number | null;
}

const OPEN = 'm.code_hash = $1 and m.kind = any($2) and m.code_expires_at > now()';
const COLUMNS = `m.id, m.kind, m.user_id, m.address, m.details, m.credentials_version as made,
  (select u.credentials_version from users u where u.id = m.user_id) as present`;

/** Whether the text can be a code. */
function isMailCode(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}

/** Looks at a code without using it. @returns null if it is invalid, or has ended with its user's credentials */
export async function findMailCode(
  database: Queryable,
  kinds: readonly LinkKind[],
  code: string,
): Promise<MailCode | null> {
  if (!isMailCode(code)) return null;
  const [row] = await database.query<CodeRow>(`select ${COLUMNS} from mails m where ${OPEN}`, [
    tokenHash(code),
    kinds,
  ]);
  return row && codeHolds(row.kind, row) ? toMailCode(row) : null;
}

/**
 * Uses a code up: of two simultaneous uses, the second finds none. Locks its user, so that their credentials stay as they are
 * until the end of the transaction. @returns null if it is invalid, or has ended with its user's credentials
 */
export async function takeMailCode(
  tx: Tx,
  kinds: readonly LinkKind[],
  code: string,
): Promise<MailCode | null> {
  if (!isMailCode(code)) return null;
  const values = [tokenHash(code), kinds];
  await tx.query(
    `select 1 from users where id = (select m.user_id from mails m where ${OPEN}) for update`,
    values,
  );
  const [row] = await tx.query<CodeRow>(
    `update mails m set code_hash = null where ${OPEN} returning ${COLUMNS}`,
    values,
  );
  return row && codeHolds(row.kind, row) ? toMailCode(row) : null;
}

/** The user's other links of the kind open nothing any more, and those that wait are not sent. */
export async function dropMailCodes(tx: Tx, kind: LinkKind, userId: number | null): Promise<void> {
  await tx.execute(
    'update mails set code_hash = null where user_id = $1 and kind = $2 and code_hash is not null',
    [userId, kind],
  );
}

function toMailCode({ id, user_id: userId, address, details }: CodeRow): MailCode {
  return { mailId: id, userId, address, details };
}
