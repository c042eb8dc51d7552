import { Queryable } from '@tributary/persistence';
import { codeHolds } from '../codes/code-binding';
import { NOTICE_KINDS, NoticeKind } from '../mail/mail-content';

/** A kind as a member of the API. */
type NoticeMember = Lowercase<NoticeKind>;
export type Notices = Readonly<Record<NoticeMember, boolean>>;

export interface NoticeSettings {
  readonly email: string | null;
  readonly email_confirmed: boolean;
  /** The address that the user wants instead, until it is confirmed. */
  readonly new_email: string | null;
  readonly notices: Notices;
}

interface SettingsRow {
  readonly email: string | null;
  readonly email_confirmed: boolean;
  readonly new_email: string | null;
  readonly switched_off: readonly string[];
  readonly made: number | null;
  readonly present: number;
}

/** Where the user's notices go, and which they want. @returns null if there is no such user */
export async function readNoticeSettings(
  database: Queryable,
  userId: number,
): Promise<NoticeSettings | null> {
  const [row] = await database.query<SettingsRow>(
    `select u.email, u.email_confirmed_at is not null as email_confirmed, coalesce(s.switched_off, '{}') as switched_off,
            wanted.address as new_email, wanted.made, u.credentials_version as present
       from users u left join notice_settings s on s.user_id = u.id
            left join lateral (
              select m.address, m.credentials_version as made from mails m
               where m.user_id = u.id and m.kind = 'CONFIRM_ADDRESS' and m.code_hash is not null
                 and m.code_expires_at > now() and m.address <> u.email
               order by m.id desc limit 1) wanted on true
      where u.id = $1`,
    [userId],
  );
  if (!row) return null;
  const { switched_off: off, made, present, ...rest } = row;
  const notices = NOTICE_KINDS.map((kind) => [memberOf(kind), !off.includes(kind)] as const);
  const newEmail = codeHolds('CONFIRM_ADDRESS', { made, present }) ? row.new_email : null;
  return { ...rest, new_email: newEmail, notices: Object.fromEntries(notices) as Notices };
}

/** Switches notices on and off; what is left out stays. */
export async function switchNotices(
  database: Queryable,
  userId: number,
  wanted: Partial<Notices>,
): Promise<void> {
  const kinds = (isOn: boolean) => NOTICE_KINDS.filter((kind) => wanted[memberOf(kind)] === isOn);
  await database.execute(
    `insert into notice_settings as s (user_id, switched_off) select id, $2::text[] from users where id = $1
     on conflict (user_id) do update
        set switched_off = array(select distinct kind from unnest(s.switched_off || $2::text[]) as kind
                                  where kind <> all ($3::text[]) order by kind)`,
    [userId, kinds(false), kinds(true)],
  );
}

function memberOf(kind: NoticeKind): NoticeMember {
  return kind.toLowerCase() as NoticeMember;
}
