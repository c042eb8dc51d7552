import { Module } from '@nestjs/common';
import { Mails } from './mails';

/** Mails to users, where the operator has set an SMTP server. */
@Module({ providers: [Mails], exports: [Mails] })
export class MailModule {}
