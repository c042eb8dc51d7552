import { OldRows, Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { CredentialsVersions } from '../codes/code-binding';
import { credentialsVersionOf, hasConfirmedUser, joinUser, lockUserSql, USERS } from '../users/users.store';
import { LinkKind, MailContent } from './mail-content';

/** Joins the notice settings `s` of the user `u`. */
const JOIN_SETTINGS = 'join notice_settings s on s.user_id = u.id';

interface NewNotice {
  readonly userId: number;
  readonly kind: string;
  readonly occasion: string;
  readonly details: object;
  readonly messageId: string;
  /** The kinds that are counted together, and how many of them a day. */
  readonly kinds: readonly string[];
  readonly perDayMax: number;
}

/**
 * Stores a notice, unless there was one of the occasion, the user has no confirmed address, is disabled or does not want
 * it, or there were too many today. @returns its id
 */
export async function insertNotice(tx: Tx, notice: NewNotice): Promise<number | undefined> {
  const { userId, kind, occasion, details, messageId, kinds, perDayMax } = notice;
  const [added] = await tx.query<{ id: number }>(
    `insert into mails (user_id, kind, occasion, details, message_id)
     select u.id, $2, $3, $4, $5 from ${USERS} left ${JOIN_SETTINGS}
      where u.id = $1 and u.email_confirmed_at is not null and u.disabled_at is null
        and $2 <> all (coalesce(s.switched_off, '{}'))
        and (select count(*) from mails
              where user_id = $1 and kind = any($6) and created_at > now() - interval '1 day') < $7
     on conflict (user_id, kind, occasion) do nothing returning id`,
    [userId, kind, occasion, JSON.stringify(details), messageId, kinds, perDayMax],
  );
  return added?.id;
}

/** SQL of a link's recipient: a user by id, or the user with this confirmed address, if they have a password. */
const RECIPIENTS = {
  user: 'u.id = $1',
  confirmedAddress: 'u.email = $1 and u.email_confirmed_at is not null and u.password_hash is not null',
} as const;

/** A link to mail. */
export interface NewLink {
  readonly kind: LinkKind;
  readonly recipient: keyof typeof RECIPIENTS;
  /** The user's id, or their address. */
  readonly of: number | string | null;
  /** Address to which the mail is sent. */
  readonly address: string;
  /** Maximum of mails of the kind within the interval. */
  readonly max: number;
  readonly within: string;
}

/** Message id from which the code is derived, the code's hash, and its validity. */
export interface LinkCode {
  readonly messageId: string;
  readonly codeHash: Buffer;
  readonly hours: number;
}

/** Stores a mail with a link, unless the user is missing or disabled, or there were too many. */
export async function insertLink(
  tx: Tx,
  { kind, recipient, of, address, max, within }: NewLink,
  { messageId, codeHash, hours }: LinkCode,
): Promise<{ readonly id: number; readonly user_id: number } | undefined> {
  const [added] = await tx.query<{ id: number; user_id: number }>(
    `insert into mails
       (user_id, kind, occasion, details, address, message_id, code_hash, code_expires_at, credentials_version)
     select u.id, $2, $3::text, '{}', $4, $3::uuid, $5, now() + make_interval(hours => $6), u.credentials_version
       from ${USERS}
      where ${RECIPIENTS[recipient]} and u.disabled_at is null
        and (select count(*) from mails m where m.user_id = u.id and m.kind = $2
               and m.created_at > now() - $7::interval) < $8
     returning id, user_id`,
    [of, kind, messageId, address, codeHash, hours, within, max],
  );
  return added;
}

/** A link with which an account begins. */
export interface NewSignUpLink {
  readonly address: string;
  readonly details: object;
  /** Maximum of mails to the address in a day. */
  readonly max: number;
}

/** Stores a mail, unless somebody has confirmed the address, or too many were sent to it. @returns its id */
export async function insertSignUpLink(
  tx: Tx,
  { address, details, max }: NewSignUpLink,
  { messageId, codeHash, hours }: LinkCode,
): Promise<number | undefined> {
  const [added] = await tx.query<{ id: number }>(
    `insert into mails
       (user_id, kind, occasion, details, address, message_id, code_hash, code_expires_at, credentials_version)
     select null, 'SIGN_UP', $1::text, $2, $3, $1::uuid, $4, now() + make_interval(hours => $5), null
      where not ${hasConfirmedUser('$3')}
        and (select count(*) from mails where user_id is null and address = $3
               and created_at > now() - interval '1 day') < $6
     returning id`,
    [messageId, JSON.stringify(details), address, codeHash, hours, max],
  );
  return added?.id;
}

/** A stored mail with what is needed to send it. */
export interface WaitingMail {
  readonly id: number;
  readonly kind: MailContent['kind'];
  readonly details: Readonly<Record<string, unknown>>;
  readonly message_id: string;
  readonly age_ms: number;
  /** Null: the mail is not sent any more. */
  readonly recipient: string | null;
}

/**
 * A link goes to the address that it was requested for, while its code works; a notice goes to the confirmed address,
 * if its kind is on.
 */
export async function findWaitingMail(
  database: Queryable,
  id: number,
): Promise<(WaitingMail & CredentialsVersions) | undefined> {
  const [row] = await database.query<WaitingMail & CredentialsVersions>(
    `select m.id, m.kind, m.details, m.message_id,
            m.credentials_version as made, u.credentials_version as present,
            extract(epoch from now() - m.created_at)::float8 * 1000 as age_ms,
            case when u.disabled_at is not null then null
                 when m.address is not null then
                   case when m.code_hash is not null and m.code_expires_at > now() then m.address end
                 when u.email_confirmed_at is not null and m.kind <> all (coalesce(s.switched_off, '{}'))
                   then u.email end as recipient
       from mails m left ${joinUser('m.user_id')} left ${JOIN_SETTINGS}
      where m.id = $1 and m.state = 'WAITING'`,
    [id],
  );
  return row;
}

/** Replaces the hash of a code that was not used. */
export async function replaceCodeHash(database: Queryable, id: number, codeHash: Buffer): Promise<void> {
  await database.execute(
    'update mails set code_hash = $2 where id = $1 and code_hash is not null and code_hash <> $2',
    [id, codeHash],
  );
}

export async function endMail(tx: Tx, id: number, state: 'SENT' | 'FAILED' | 'DROPPED'): Promise<void> {
  await tx.execute(
    `update mails set state = $2, sent_at = case when $2 = 'SENT' then now() end where id = $1`,
    [id, state],
  );
}

/** The mail of a code. */
export interface CodeRow extends CredentialsVersions {
  readonly id: number;
  readonly kind: LinkKind;
  readonly user_id: number | null;
  readonly address: string;
  readonly details: Readonly<Record<string, unknown>>;
}

const OPEN = 'm.code_hash = $1 and m.kind = any($2) and m.code_expires_at > now()';
const COLUMNS = `m.id, m.kind, m.user_id, m.address, m.details, m.credentials_version as made,
  ${credentialsVersionOf('m.user_id')} as present`;

/** The mail of a code that was not used and has not expired. */
export async function findCode(
  database: Queryable,
  kinds: readonly LinkKind[],
  codeHash: Buffer,
): Promise<CodeRow | undefined> {
  const [row] = await database.query<CodeRow>(`select ${COLUMNS} from mails m where ${OPEN}`, [
    codeHash,
    kinds,
  ]);
  return row;
}

/** Locks the user of the mail with this code, until the end of the transaction. */
export async function lockUserOfCode(tx: Tx, kinds: readonly LinkKind[], codeHash: Buffer): Promise<void> {
  await tx.query(lockUserSql(`(select m.user_id from mails m where ${OPEN})`), [codeHash, kinds]);
}

/** Consumes the code; of two simultaneous uses the second finds none. */
export async function useCode(
  tx: Tx,
  kinds: readonly LinkKind[],
  codeHash: Buffer,
): Promise<CodeRow | undefined> {
  const [row] = await tx.query<CodeRow>(
    `update mails m set code_hash = null where ${OPEN} returning ${COLUMNS}`,
    [codeHash, kinds],
  );
  return row;
}

/** Invalidates the user's other links of the kind; waiting mails with them are not sent. */
export async function dropMailCodes(tx: Tx, kind: LinkKind, userId: number | null): Promise<void> {
  await tx.execute(
    'update mails set code_hash = null where user_id = $1 and kind = $2 and code_hash is not null',
    [userId, kind],
  );
}

/** Ends links of these kinds to the address, and those of all later mails. */
export async function endLaterCodes(
  tx: Tx,
  kinds: readonly LinkKind[],
  { userId, email, mailId }: { readonly userId: number; readonly email: string; readonly mailId: number },
): Promise<void> {
  await tx.execute(
    `update mails set code_hash = null
      where user_id = $1 and kind = any($2) and code_hash is not null
        and id >= (select least($4::bigint, min(id)) from mails
                    where user_id = $1 and kind = any($2) and address = $3
                      and code_hash is not null and code_expires_at > now())`,
    [userId, kinds, email, mailId],
  );
}

/** Deletes mails to an address that has no user. */
export async function deleteMailsTo(tx: Tx, email: string): Promise<void> {
  await tx.execute('delete from mails where user_id is null and address = $1', [email]);
}

/** The settings of a user's notices, and the new address that is not confirmed yet, with its credentials version. */
export interface NoticeSettingsRow {
  readonly email: string | null;
  readonly email_confirmed: boolean;
  readonly new_email: string | null;
  readonly switched_off: readonly string[];
  readonly made: number | null;
  readonly present: number;
}

export async function findNoticeSettings(
  database: Queryable,
  userId: number,
): Promise<NoticeSettingsRow | undefined> {
  const [row] = await database.query<NoticeSettingsRow>(
    `select u.email, u.email_confirmed_at is not null as email_confirmed, coalesce(s.switched_off, '{}') as switched_off,
            wanted.address as new_email, wanted.made, u.credentials_version as present
       from ${USERS} left ${JOIN_SETTINGS}
            left join lateral (
              select m.address, m.credentials_version as made from mails m
               where m.user_id = u.id and m.kind = 'CONFIRM_ADDRESS' and m.code_hash is not null
                 and m.code_expires_at > now() and m.address <> u.email
               order by m.id desc limit 1) wanted on true
      where u.id = $1`,
    [userId],
  );
  return row;
}

/** Switches kinds of notices of an existing user off and on. */
export async function saveNoticeSettings(
  database: Queryable,
  userId: number,
  { off, on }: { readonly off: readonly string[]; readonly on: readonly string[] },
): Promise<void> {
  await database.execute(
    `insert into notice_settings as s (user_id, switched_off) select u.id, $2::text[] from ${USERS} where u.id = $1
     on conflict (user_id) do update
        set switched_off = array(select distinct kind from unnest(s.switched_off || $2::text[]) as kind
                                  where kind <> all ($3::text[]) order by kind)`,
    [userId, off, on],
  );
}

/** Expired links to begin an account, which have addresses of people who did not make one. */
export const EXPIRED_SIGN_UPS: OldRows = {
  table: 'mails',
  since: 'code_expires_at',
  days: 0,
  which: 'user_id is null',
};

export const OLD_MAILS = { table: 'mails', since: 'created_at' };

export const MAIL_TABLES: readonly UserTable[] = [
  {
    table: 'mails',
    rowsOfUserSql: 't.user_id = $1',
    exportAs: { kind: 'mails', omittedColumns: ['code_hash'] },
  },
  {
    table: 'notice_settings',
    rowsOfUserSql: 't.user_id = $1',
    exportAs: { kind: 'notice_settings', sortKeySql: 't.user_id' },
  },
];
