import { Inject, Injectable } from '@nestjs/common';
import { enqueueJobs, Job, JobKind, JobRunner, Progress } from '@tributary/jobs';
import { RateLimitedError } from '@tributary/http';
import { reachFaultPoint } from '@tributary/messaging';
import { backoff, Database, Tx } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { randomUUID } from 'node:crypto';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { tokenHash } from '../codes/token-text';
import { LINK_HOURS, letterOf, Letter } from './letters';
import { codeOf } from './mail-codes';
import { AddressUndoKind, MailContent, NOTICE_KINDS, NoticeContent } from './mail-content';
import { MailDelayedError, MailRefusedError, Smtp, WrittenMail } from './smtp';
import { dropMailCodes, endMail, insertNotice, NewLink, replaceCodeHash, WaitingMail } from './mails.store';
import { isLink, readWaiting, storeLink, storeSignUp } from './stored-links';

/** A notice with its occasion, which distinguishes it from the last of its kind. */
export interface Notice {
  readonly userId: number;
  readonly occasion: string;
  readonly content: NoticeContent;
}

const NOTICES_PER_DAY = 20;
const CONFIRMATIONS_PER_DAY = 5;
const RESETS_PER_HOUR = 5;
/** Limit for one address, whoever requests them. Each of the links works, so others cannot block the owner's. */
const SIGN_UPS_PER_DAY = 5;
/**
 * Maximum number of address changes a day. Must not be lower than the number of possible changes, because every change
 * is reported.
 */
const ADDRESS_CHANGES_PER_DAY_MAX = 1000;
const HOUR_MS = 60 * 60_000;

const KIND = 'mails';
/** Id of a job without a mail. It runs for addresses without an account, so that the request takes as long. */
const NO_MAIL = 0;

interface Cursor {
  readonly failures: number;
}

/**
 * Mails to users. The transaction of an event stores the mail as a row, and a job sends it. If a process dies after
 * the server has accepted the mail and before that is saved, it is sent again with the same Message-ID.
 */
@Injectable()
export class Mails implements JobKind<unknown, Cursor> {
  readonly kind = KIND;
  readonly atOnce = 4;
  private readonly smtp: Smtp | null;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(JobRunner) private readonly jobs: JobRunner,
    @Inject(ServiceLogger) private readonly logger: ServiceLogger,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {
    this.smtp = config.mail && new Smtp(config.mail);
    if (this.smtp) jobs.add(this);
  }

  /** Whether the operator has set an SMTP server. */
  get isOn(): boolean {
    return this.smtp !== null;
  }

  /** Wakes the jobs that send mails. Call it after the transaction. */
  wake(): void {
    this.jobs.wake();
  }

  /**
   * Stores a notice, unless there was one of the occasion, the user has switched its kind off, or the day's maximum is
   * reached.
   */
  async notify(tx: Tx, { userId, occasion, content }: Notice): Promise<void> {
    const { kind, ...details } = content;
    const added = await insertNotice(tx, {
      userId,
      kind,
      occasion,
      details,
      messageId: randomUUID(),
      kinds: NOTICE_KINDS,
      perDayMax: NOTICES_PER_DAY,
    });
    if (added !== undefined) await this.enqueue(tx, added, userId);
  }

  /**
   * Sends a link by which the user confirms an address. An earlier link becomes invalid. @param userId null: no user
   * has the address; it takes as long
   * @throws RateLimitedError beyond a few a day
   */
  async confirmAddress(tx: Tx, userId: number | null, address: string): Promise<void> {
    if (!this.isOn) return;
    await dropMailCodes(tx, 'CONFIRM_ADDRESS', userId);
    const isSent = await this.addLink(tx, {
      kind: 'CONFIRM_ADDRESS',
      recipient: 'user',
      of: userId,
      address,
      max: CONFIRMATIONS_PER_DAY,
      within: '1 day',
    });
    if (isSent) return;
    if (userId !== null) throw new RateLimitedError(24 * 3600);
    await this.enqueue(tx, NO_MAIL, NO_MAIL);
  }

  /**
   * Sends a link with which an account begins. If a user has confirmed the address, no mail is sent, and the call takes
   * as long.
   */
  async beginAccount(tx: Tx, address: string, details: object): Promise<void> {
    const wanted = { address, details, max: SIGN_UPS_PER_DAY };
    const id = await storeSignUp(tx, this.config.encryptionKey, wanted);
    await this.enqueue(tx, id ?? NO_MAIL, NO_MAIL);
  }

  /**
   * Sends a link for a new password if the address is the confirmed one of a user. For any other address the call takes
   * as long.
   */
  async resetPassword(tx: Tx, email: string): Promise<void> {
    const isSent = await this.addLink(tx, {
      kind: 'RESET_PASSWORD',
      recipient: 'confirmedAddress',
      of: email,
      address: email,
      max: RESETS_PER_HOUR,
      within: '1 hour',
    });
    if (!isSent) await this.enqueue(tx, NO_MAIL, NO_MAIL);
  }

  /**
   * Notifies the old address that a new address is requested, or has been confirmed, with a link that restores the old
   * one. An unconfirmed old address gets no mail, because its owner is unknown.
   */
  async tellOldAddress(tx: Tx, kind: AddressUndoKind, userId: number, address: string): Promise<void> {
    if (!this.isOn) return;
    await this.addLink(tx, {
      kind,
      recipient: 'user',
      of: userId,
      address,
      max: ADDRESS_CHANGES_PER_DAY_MAX,
      within: '1 day',
    });
  }

  async step(job: Job<unknown, Cursor>): Promise<Progress> {
    const mail = await readWaiting(this.database, Number(job.key));
    if (!mail) return job.save(() => Promise.resolve('done'));
    const { failures } = job.cursor ?? { failures: 0 };
    const result = mail.recipient === null ? 'DROPPED' : await this.attempt(mail, mail.recipient);
    const validMs = isLink(mail.kind) ? LINK_HOURS[mail.kind] * HOUR_MS : null;
    const afterMs =
      result === 'DELAYED' ? nextAttempt({ failures: failures + 1, ageMs: mail.age_ms, validMs }) : null;
    return job.save(async (tx) => {
      if (afterMs !== null) return { cursor: { failures: failures + 1 }, afterMs };
      await endMail(tx, mail.id, result === 'DELAYED' ? 'FAILED' : result);
      return 'done';
    });
  }

  private async attempt(mail: WaitingMail, to: string): Promise<'SENT' | 'FAILED' | 'DELAYED'> {
    try {
      await this.smtp?.send(await this.writeMail(mail, to));
      reachFaultPoint('mail.sent');
      return 'SENT';
    } catch (error) {
      if (!(error instanceof MailDelayedError) && !(error instanceof MailRefusedError)) throw error;
      this.logger.failure(`mail ${mail.id} was not sent`, error);
      return error instanceof MailRefusedError ? 'FAILED' : 'DELAYED';
    }
  }

  private async writeMail(mail: WaitingMail, to: string): Promise<WrittenMail> {
    const { from, publicUrl } = this.mailSettings;
    const messageId = `<${mail.message_id}@${from.address.split('@').at(-1)}>`;
    const content = { kind: mail.kind, ...mail.details, ...(await this.codeFor(mail)) } as MailContent;
    return { to, messageId, ...writtenLetter(letterOf(content), publicUrl) };
  }

  /** Stores the hash again: the key may have changed since the mail was written. */
  private async codeFor({ id, kind, message_id: messageId }: WaitingMail): Promise<{ code?: string }> {
    if (!isLink(kind)) return {};
    const code = codeOf(this.config.encryptionKey, messageId);
    await replaceCodeHash(this.database, id, tokenHash(code));
    return { code };
  }

  /** @returns whether a mail was stored */
  private async addLink(tx: Tx, wanted: NewLink): Promise<boolean> {
    const added = await storeLink(tx, this.config.encryptionKey, wanted);
    if (added) await this.enqueue(tx, added.id, added.userId);
    return added !== null;
  }

  private async enqueue(tx: Tx, id: number, userId: number): Promise<void> {
    if (this.isOn) await enqueueJobs(tx, KIND, [{ key: id, userId, payload: {} }]);
  }

  private get mailSettings() {
    if (!this.config.mail) throw new Error('there is no SMTP server');
    return this.config.mail;
  }
}

const NOTICE_END = 'You get this because you have an account at Tributary. Which notices you get:';

/** The letter as plain text and as simple HTML, with the same content. */
export function writtenLetter(
  { subject, paragraphs, link, isNotice }: Letter,
  publicUrl: string,
): Pick<WrittenMail, 'subject' | 'text' | 'html'> {
  const url = `${publicUrl}${link.path}`;
  const settings = `${publicUrl}/settings`;
  const end = isNotice ? ['-- ', NOTICE_END, settings] : [];
  const body = [...paragraphs, `${link.words}:\n${url}`].join('\n\n');
  const html = [
    ...paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`),
    `<p><a href="${escaped(url)}">${escaped(link.words)}</a></p>`,
    ...(isNotice
      ? [`<p><small>${NOTICE_END} <a href="${escaped(settings)}">${escaped(settings)}</a></small></p>`]
      : []),
  ].join('\n');
  return {
    subject,
    text: `${[body, ...(isNotice ? [end.join('\n')] : [])].join('\n\n')}\n`,
    html: `<!DOCTYPE html>\n<html lang="en"><body>\n${html}\n</body></html>\n`,
  };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const BACKOFF = { firstMs: 30_000, factor: 2, maxMs: 60 * 60_000, jitter: 0 };
/** Older notices are not sent, because they are out of date. */
const NOTICE_KEPT_MS = 3 * 24 * 60 * 60_000;

/** The pause before a delayed mail is tried again; null: never, because it would come too late. */
export function nextAttempt(mail: {
  /** Number of failed attempts. */
  readonly failures: number;
  readonly ageMs: number;
  /** Validity of its link from its creation on; null: it is a notice. */
  readonly validMs: number | null;
}): number | null {
  const pauseMs = backoff(mail.failures, BACKOFF);
  return mail.ageMs + pauseMs < (mail.validMs ?? NOTICE_KEPT_MS) ? pauseMs : null;
}
