import { EnvironmentReader } from '@tributary/service';

/**
 * Encryption of the connection to the SMTP server: from its beginning, by STARTTLS that the server must offer, or by
 * STARTTLS if it offers it.
 */
type MailEncryption = 'implicit' | 'required' | 'optional';

/** SMTP server and sender of mails. */
export interface MailSettings {
  readonly host: string;
  readonly port: number;
  readonly encryption: MailEncryption;
  readonly credentials: { readonly user: string; readonly pass: string } | null;
  readonly from: { readonly name: string; readonly address: string };
  /** Base of the links in mails. The host of a request is not used, because whoever sends the request chooses it. */
  readonly publicUrl: string;
}

const FORM = 'SMTP_URL must be a URL such as smtps://user:password@mail.example.com';
const THIS_MACHINE = ['localhost', '127.0.0.1', '[::1]'];
const FROM = /^(?:(?<name>[^<>@"\p{C}]*)<)?(?<address>[^\s<>@,;"\p{C}]+@[^\s<>@,;"\p{C}]+?)>?$/u;

/** Reads `SMTP_URL` and `MAIL_FROM`. @returns null if no mail is to be sent */
export function readMailSettings(env: EnvironmentReader, publicUrl: string | null): MailSettings | null {
  const [url, sender] = [env.optional('SMTP_URL'), env.optional('MAIL_FROM')];
  if (url === null) return null;
  const server = URL.canParse(url) ? new URL(url) : null;
  const from = FROM.exec(sender ?? '')?.groups;
  const isUrl = server !== null && ['smtp:', 'smtps:'].includes(server.protocol) && server.hostname !== '';
  if (!isUrl) env.problem(FORM);
  if (!from) env.problem('MAIL_FROM must be an address such as Tributary <tributary@example.com>');
  if (publicUrl === null) env.problem('SMTP_URL needs PUBLIC_URL, which links in mails begin with');
  if (!isUrl || !from || publicUrl === null) return null;
  return {
    host: server.hostname.replace(/^\[|\]$/g, ''),
    port: Number(server.port) || (server.protocol === 'smtps:' ? 465 : 587),
    encryption: encryptionOf(server),
    credentials: credentialsOf(server),
    from: { name: (from['name'] ?? '').trim(), address: from['address'] ?? '' },
    publicUrl,
  };
}

/** Encryption of mail. Links in mails open accounts, so mails to another machine are encrypted, unless the operator waives it. */
function encryptionOf({ protocol, hostname, searchParams }: URL): MailEncryption {
  if (protocol === 'smtps:') return 'implicit';
  const isWaived = searchParams.get('tls') === 'optional' || THIS_MACHINE.includes(hostname);
  return isWaived ? 'optional' : 'required';
}

function credentialsOf({ username, password }: URL): MailSettings['credentials'] {
  if (username === '') return null;
  return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}
