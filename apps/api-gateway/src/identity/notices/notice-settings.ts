import { Queryable } from '@tributary/persistence';
import { codeHolds } from '../codes/code-binding';
import { NOTICE_KINDS, NoticeKind } from '../mail/mail-content';
import { findNoticeSettings, saveNoticeSettings } from '../mail/mails.store';

/** A kind as a member of the API. */
type NoticeMember = Lowercase<NoticeKind>;
export type Notices = Readonly<Record<NoticeMember, boolean>>;

export interface NoticeSettings {
  readonly email: string | null;
  readonly email_confirmed: boolean;
  /** The new address of the user, until it is confirmed. */
  readonly new_email: string | null;
  readonly notices: Notices;
}

/** Address of the user's notices, and the kinds that are on. @returns null if there is no such user */
export async function readNoticeSettings(
  database: Queryable,
  userId: number,
): Promise<NoticeSettings | null> {
  const row = await findNoticeSettings(database, userId);
  if (!row) return null;
  const { switched_off: off, made, present, ...rest } = row;
  const notices = NOTICE_KINDS.map((kind) => [memberOf(kind), !off.includes(kind)] as const);
  const newEmail = codeHolds('CONFIRM_ADDRESS', { made, present }) ? row.new_email : null;
  return { ...rest, new_email: newEmail, notices: Object.fromEntries(notices) as Notices };
}

/** Switches notices on and off; absent kinds do not change. */
export async function switchNotices(
  database: Queryable,
  userId: number,
  wanted: Partial<Notices>,
): Promise<void> {
  const kinds = (isOn: boolean) => NOTICE_KINDS.filter((kind) => wanted[memberOf(kind)] === isOn);
  await saveNoticeSettings(database, userId, { off: kinds(false), on: kinds(true) });
}

function memberOf(kind: NoticeKind): NoticeMember {
  return kind.toLowerCase() as NoticeMember;
}
