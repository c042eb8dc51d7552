import { eventually } from '@tributary/testing';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A mail as the server got it. */
interface ReceivedMail {
  readonly to: string;
  readonly parsed: ParsedMail;
  readonly raw: string;
}

/** How the server answers the next mails; default: it takes them. */
interface Behaviour {
  /** SMTP's code with which it refuses the recipient. */
  readonly refusesWith?: number;
  /** How long it takes until it has taken a mail. */
  readonly takesMs?: number;
}

/** A real SMTP server on a free port of this machine. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  behaviour: Behaviour = {};
  /** How often a mail was begun. */
  attempts = 0;

  private constructor(private readonly server: SMTPServer) {}

  static async start(options: SMTPServerOptions = {}): Promise<MailServer> {
    const holder: { self?: MailServer } = {};
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      onRcptTo: (_address, _session, callback) => {
        const self = holder.self;
        if (self) self.attempts += 1;
        const code = self?.behaviour.refusesWith;
        callback(code === undefined ? null : Object.assign(new Error('not here'), { responseCode: code }));
      },
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join();
          void holder.self?.keep(to, Buffer.concat(chunks).toString()).then(() => callback(), callback);
        });
      },
      ...options,
    });
    server.on('error', () => undefined); // connections that clients break off
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return (holder.self = new MailServer(server));
  }

  get port(): number {
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Settings of a gateway that sends by this server. */
  get settings(): Record<string, string> {
    return {
      SMTP_URL: `smtp://127.0.0.1:${this.port}`,
      MAIL_FROM: 'Tributary <tributary@money.example>',
      PUBLIC_URL: 'https://money.example',
    };
  }

  /** The last mail to the address, once it has come. */
  async mailTo(address: string, subject: RegExp = /./): Promise<ReceivedMail> {
    return eventually(() => {
      const found = this.received.findLast(
        ({ to, parsed }) => to === address && subject.test(parsed.subject ?? ''),
      );
      if (!found) throw new Error(`no mail to ${address}`);
      return Promise.resolve(found);
    });
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.server.close(resolve));
  }

  private async keep(to: string, raw: string): Promise<void> {
    const { takesMs } = this.behaviour;
    const parsed = await simpleParser(raw);
    this.received.push({ to, parsed, raw });
    if (takesMs !== undefined) await pause(takesMs);
  }
}

/** The path of the mail's link, as the user's browser opens it. */
export function linkIn({ parsed }: ReceivedMail): string {
  const url = /https:\/\/money\.example(\/\S+)/.exec(parsed.text ?? '')?.[1];
  if (url === undefined) throw new Error(`no link in: ${parsed.text}`);
  return url;
}
