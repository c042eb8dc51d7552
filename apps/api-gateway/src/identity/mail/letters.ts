import { LinkKind, MailContent } from './mail-content';

/** A mail before it has a form: a subject, paragraphs, and one link. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly link: { readonly words: string; readonly path: string };
  /** A notice, which its reader can switch off. */
  readonly isNotice: boolean;
}

/** Validity of the links; the letters state it. */
export const LINK_HOURS = {
  CONFIRM_ADDRESS: 24,
  RESET_PASSWORD: 1,
  SIGN_UP: 24,
  ADDRESS_CHANGE_ASKED: 7 * 24,
  ADDRESS_CHANGED: 7 * 24,
} as const satisfies Readonly<Record<LinkKind, number>>;

/** The link must work whatever is changed, because whoever changed the address also knows the password. */
const TAKE_BACK = [
  'If it was you, there is nothing to do. If not, use the link: the account keeps this address, you choose a new password, and ' +
    'everything that is signed in ends, tokens and apps too.',
  'The link works once, for seven days, whatever else is changed meanwhile.',
] as const;

/** The text of a mail and its link. It has no amounts, and only enough of an account to identify it. */
export function letterOf(content: MailContent): Letter {
  switch (content.kind) {
    case 'CONFIRM_ADDRESS':
      return {
        subject: 'Confirm your e-mail address',
        paragraphs: [
          'Somebody entered this e-mail address for an account at Tributary. If it was you, confirm that it is yours.',
          `The link works once, for ${LINK_HOURS.CONFIRM_ADDRESS} hours. If it was not you, ignore this mail.`,
        ],
        link: { words: 'Confirm the address', path: withCode('/confirm-address', content.code) },
        isNotice: false,
      };
    case 'RESET_PASSWORD':
      return {
        subject: 'Choose a new password',
        paragraphs: [
          'Somebody asked for a new password for your account at Tributary. If it was you, choose one now.',
          'The link works once, for an hour. If it was not you, ignore this mail: your password stays as it is.',
        ],
        link: { words: 'Choose a new password', path: withCode('/reset-password', content.code) },
        isNotice: false,
      };
    case 'SIGN_UP':
      return {
        subject: 'Begin your account',
        paragraphs: [
          'Somebody entered this e-mail address to make an account at Tributary. If it was you, choose your name and password.',
          `The link works once, for ${LINK_HOURS.SIGN_UP} hours. If it was not you, ignore this mail: there is no account.`,
        ],
        link: { words: 'Begin the account', path: withCode('/begin-account', content.code) },
        isNotice: false,
      };
    case 'ADDRESS_CHANGE_ASKED':
      return {
        subject: 'Your account is to move to another e-mail address',
        paragraphs: [
          'Somebody asked to move your account at Tributary to another e-mail address. It moves when that address is confirmed.',
          ...TAKE_BACK,
        ],
        link: { words: 'Keep this address', path: withCode('/restore-address', content.code) },
        isNotice: false,
      };
    case 'ADDRESS_CHANGED':
      return {
        subject: 'Your account moved to another e-mail address',
        paragraphs: ['Your account at Tributary has another e-mail address now.', ...TAKE_BACK],
        link: { words: 'Take the account back', path: withCode('/restore-address', content.code) },
        isNotice: false,
      };
    case 'CONSENT_ENDS':
      return {
        subject: `Your consent for ${plain(content.name)} ends soon`,
        paragraphs: [
          `Your consent for ${plain(content.name)} ends on ${timeText(content.endsAt)}. After that, nothing is read from it.`,
          'Renew it before then, and everything continues without a gap.',
        ],
        link: { words: 'Renew the consent', path: '/accounts' },
        isNotice: true,
      };
    case 'CONNECTION_FAILS':
      return {
        subject: `${plain(content.name)} cannot be read`,
        paragraphs: [
          `Reading from ${plain(content.name)} has failed since ${timeText(content.since)}. It is tried again by itself, but may need you.`,
        ],
        link: { words: 'See what is wrong', path: '/accounts' },
        isNotice: true,
      };
    case 'LINK_FAILS':
      return {
        subject: 'Transactions do not arrive at your destination',
        paragraphs: [
          `A link from one of your accounts to a destination has failed since ${timeText(content.since)}.`,
        ],
        link: { words: 'See what is wrong', path: `/links/${content.linkId}` },
        isNotice: true,
      };
    case 'ENDPOINT_DISABLED':
      return {
        subject: 'A webhook endpoint was switched off',
        paragraphs: [
          `The endpoint at ${plain(content.host)} did not accept what was sent to it, and was switched off.`,
          'Events from now on are not sent to it. Switch it on again when it works.',
        ],
        link: { words: 'Open the endpoint', path: `/webhooks/${content.endpointId}` },
        isNotice: true,
      };
    case 'NEW_SIGN_IN':
      return {
        subject: 'Somebody signed in from a new network',
        paragraphs: [
          `Somebody signed in to your account from the network ${plain(content.network)} on ${timeText(content.at)}.`,
          'If it was you, there is nothing to do. If not, end that session and change your password.',
        ],
        link: { words: 'Look at your sessions', path: '/settings' },
        isNotice: true,
      };
  }
}

const LENGTH_MAX = 80;

/** A text from outside on one line: no control characters, no marks of direction, and no more than a line of it. */
export function plain(text: string): string {
  const line = text
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim();
  const letters = [...line];
  return letters.length <= LENGTH_MAX ? line : `${letters.slice(0, LENGTH_MAX - 1).join('')}…`;
}

/** A mail has no time zone of its reader. */
function timeText(time: string): string {
  const text = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(time));
  return `${text} UTC`;
}

function withCode(path: string, code: string): string {
  return `${path}?${new URLSearchParams({ code }).toString()}`;
}
