import type { Transporter } from 'nodemailer';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { MailSettings } from './mail-settings';

/** A mail in the form that the server gets. */
export interface WrittenMail {
  readonly to: string;
  readonly messageId: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The server refuses this mail, however often it is sent. The text names no address. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** The mail could not be handed over now. The text names no address and no credentials. */
export class MailDelayedError extends Error {
  override readonly name = 'MailDelayedError';
}

interface SmtpOptions {
  /** Certificates to trust besides Node's. */
  readonly ca?: string;
  /** Time limit for a response of the server. */
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 10_000;
/** Matches a mailbox address without characters that have a meaning in headers or SMTP. */
const ADDRESS = /^[^\s<>@,;"\p{C}]+@[^\s<>@,;"\p{C}]+$/u;

/**
 * The operator's SMTP server. Each mail uses its own connection. The library is loaded with the first mail, because
 * most starts send none.
 */
export class Smtp {
  private readonly options: SMTPTransport.Options;
  private transport?: Transporter<SMTPTransport.SentMessageInfo, SMTPTransport.Options>;

  constructor(
    private readonly settings: MailSettings,
    { ca, timeoutMs = TIMEOUT_MS }: SmtpOptions = {},
  ) {
    const { host, port, encryption, credentials } = settings;
    this.options = {
      host,
      port,
      secure: encryption === 'implicit',
      requireTLS: encryption === 'required',
      tls: { rejectUnauthorized: encryption !== 'optional', ...(ca === undefined ? {} : { ca }) },
      ...(credentials === null ? {} : { auth: credentials }),
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      dnsTimeout: timeoutMs,
      socketTimeout: 2 * timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    };
  }

  /** Resolves once the server has accepted the mail. @throws MailRefusedError, MailDelayedError */
  async send({ to, ...mail }: WrittenMail): Promise<void> {
    const { from } = this.settings;
    if (!ADDRESS.test(to)) throw new MailRefusedError('an address of a mail names more than one mailbox');
    try {
      const { createTransport } = await import('nodemailer');
      this.transport ??= createTransport(this.options);
      await this.transport.sendMail({
        ...mail,
        from,
        to: { name: '', address: to },
        envelope: { from: from.address, to: [to] },
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    } catch (error) {
      throw failureOf(error);
    }
  }
}

/**
 * Returns the error for a failed mail. Only a refusal of this mail by the server is final. A wrong password or
 * certificate is corrected by the operator, after which the mail is sent. The server's own words are omitted, because
 * they may contain the address.
 */
function failureOf(error: unknown): Error {
  const { code, responseCode } = error as { readonly code?: unknown; readonly responseCode?: unknown };
  const words = [code, responseCode].filter((word) => typeof word === 'string' || typeof word === 'number');
  const isOfMail = code === 'EENVELOPE' || code === 'EMESSAGE';
  const isFinal = isOfMail && (typeof responseCode !== 'number' || responseCode >= 500);
  return isFinal
    ? new MailRefusedError(`the server refused a mail (${words.join(' ')})`)
    : new MailDelayedError(`a mail could not be handed over (${words.join(' ') || 'no reason given'})`);
}
