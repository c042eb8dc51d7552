import { Queryable, Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { codeHolds } from '../codes/code-binding';
import { tokenHash } from '../codes/token-text';
import { LINK_HOURS } from './letters';
import { codeOf } from './mail-codes';
import { LinkKind, MailContent } from './mail-content';
import {
  findWaitingMail,
  insertLink,
  insertSignUpLink,
  LinkCode,
  NewLink,
  NewSignUpLink,
  WaitingMail,
} from './mails.store';

/** A mail that was stored. */
export interface StoredMail {
  readonly id: number;
  readonly userId: number;
}

/**
 * Stores a mail with a link, with its user's credentials version. @returns null if there is no such user, or were too
 * many mails
 */
export async function storeLink(tx: Tx, encryptionKey: string, wanted: NewLink): Promise<StoredMail | null> {
  const added = await insertLink(tx, wanted, newCode(encryptionKey, wanted.kind));
  return added ? { id: added.id, userId: added.user_id } : null;
}

/**
 * Stores a mail with the link with which an account begins, unless somebody has confirmed the address already, or too many were
 * sent to it. @returns its id
 */
export async function storeSignUp(
  tx: Tx,
  encryptionKey: string,
  wanted: NewSignUpLink,
): Promise<number | null> {
  return (await insertSignUpLink(tx, wanted, newCode(encryptionKey, 'SIGN_UP'))) ?? null;
}

function newCode(encryptionKey: string, kind: LinkKind): LinkCode {
  const messageId = randomUUID();
  return { messageId, codeHash: tokenHash(codeOf(encryptionKey, messageId)), hours: LINK_HOURS[kind] };
}

/**
 * A link goes to the address that it was requested for, while its code works; a notice goes to the confirmed address,
 * if its kind is on.
 */
export async function readWaiting(database: Queryable, id: number): Promise<WaitingMail | null> {
  const row = await findWaitingMail(database, id);
  if (!row) return null;
  return isLink(row.kind) && !codeHolds(row.kind, row) ? { ...row, recipient: null } : row;
}

export function isLink(kind: MailContent['kind']): kind is LinkKind {
  return Object.hasOwn(LINK_HOURS, kind);
}
