import { Queryable, Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { codeHolds } from '../codes/code-binding';
import { tokenHash } from '../codes/token-text';
import { LINK_HOURS } from './letters';
import { codeOf } from './mail-codes';
import { LinkKind, MailContent } from './mail-content';

/** A link that is to be mailed. */
export interface WantedLink {
  readonly kind: LinkKind;
  /** SQL over `users u` with `$1`: whom it is for, unless they are disabled. */
  readonly whose: string;
  readonly of: number | string | null;
  /** Where it is sent. */
  readonly address: string;
  /** At most so many of the kind within an interval. */
  readonly max: number;
  readonly within: string;
}

/** A mail that was stored. */
export interface StoredMail {
  readonly id: number;
  readonly userId: number;
}

/** Stores a mail with a link, with the credentials that its user has. @returns null if there is nobody, or were too many */
export async function storeLink(
  tx: Tx,
  encryptionKey: string,
  { kind, whose, of, address, max, within }: WantedLink,
): Promise<StoredMail | null> {
  const messageId = randomUUID();
  const codeHash = tokenHash(codeOf(encryptionKey, messageId));
  const [added] = await tx.query<{ id: number; user_id: number }>(
    `insert into mails
       (user_id, kind, occasion, details, address, message_id, code_hash, code_expires_at, credentials_version)
     select u.id, $2, $3::text, '{}', $4, $3::uuid, $5, now() + make_interval(hours => $6), u.credentials_version
       from users u
      where ${whose} and u.disabled_at is null
        and (select count(*) from mails m where m.user_id = u.id and m.kind = $2
               and m.created_at > now() - $7::interval) < $8
     returning id, user_id`,
    [of, kind, messageId, address, codeHash, LINK_HOURS[kind], within, max],
  );
  return added ? { id: added.id, userId: added.user_id } : null;
}

/**
 * Stores a mail with the link with which an account begins, unless somebody has confirmed the address already, or too many were
 * sent to it. @returns its id
 */
export async function storeSignUp(
  tx: Tx,
  encryptionKey: string,
  wanted: { readonly address: string; readonly details: object; readonly max: number },
): Promise<number | null> {
  const messageId = randomUUID();
  const codeHash = tokenHash(codeOf(encryptionKey, messageId));
  const { address, details, max } = wanted;
  const [added] = await tx.query<{ id: number }>(
    `insert into mails
       (user_id, kind, occasion, details, address, message_id, code_hash, code_expires_at, credentials_version)
     select null, 'SIGN_UP', $1::text, $2, $3, $1::uuid, $4, now() + make_interval(hours => $5), null
      where not exists (select 1 from users where email = $3 and email_confirmed_at is not null)
        and (select count(*) from mails where user_id is null and address = $3
               and created_at > now() - interval '1 day') < $6
     returning id`,
    [messageId, JSON.stringify(details), address, codeHash, LINK_HOURS.SIGN_UP, max],
  );
  return added?.id ?? null;
}

/** A stored mail with what is needed to send it. */
export interface WaitingMail {
  readonly id: number;
  readonly kind: MailContent['kind'];
  readonly details: Readonly<Record<string, unknown>>;
  readonly message_id: string;
  readonly age_ms: number;
  /** Null: it is not sent any more. */
  readonly recipient: string | null;
}

type WaitingRow = WaitingMail & { readonly made: number | null; readonly present: number | null };

/** A link goes where it was asked for, while it opens something; a notice to the confirmed address, if it is wanted. */
export async function readWaiting(database: Queryable, id: number): Promise<WaitingMail | null> {
  const [row] = await database.query<WaitingRow>(
    `select m.id, m.kind, m.details, m.message_id,
            m.credentials_version as made, u.credentials_version as present,
            extract(epoch from now() - m.created_at)::float8 * 1000 as age_ms,
            case when u.disabled_at is not null then null
                 when m.address is not null then
                   case when m.code_hash is not null and m.code_expires_at > now() then m.address end
                 when u.email_confirmed_at is not null and m.kind <> all (coalesce(s.switched_off, '{}'))
                   then u.email end as recipient
       from mails m left join users u on u.id = m.user_id left join notice_settings s on s.user_id = u.id
      where m.id = $1 and m.state = 'WAITING'`,
    [id],
  );
  if (!row) return null;
  return isLink(row.kind) && !codeHolds(row.kind, row) ? { ...row, recipient: null } : row;
}

export function isLink(kind: MailContent['kind']): kind is LinkKind {
  return Object.hasOwn(LINK_HOURS, kind);
}
