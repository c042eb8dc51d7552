import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module';
import { NoticeJobs } from './notice-jobs';
import { NoticesController } from './notices.controller';

/** What users are notified of by mail, and which notices they want. */
@Module({ imports: [MailModule], controllers: [NoticesController], providers: [NoticeJobs] })
export class NoticesModule {}
