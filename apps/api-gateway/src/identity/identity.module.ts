import { Module } from '@nestjs/common';
import { AccessModule } from './access/access.module';
import { EndedGrants } from './apps/ended-grants';
import { MailModule } from './mail/mail.module';
import { NoticeJobs } from './notices/notice-jobs';
import { SEALED_REPLIES } from './authorizations/oauth-artifacts.store';
import { PagesModule } from './pages/pages.module';
import { SEALED_LINKS } from './setups/setups.store';
import { Token } from './authorizations/token.entity';
import { OperatorRequests } from './administration/operator-requests';
import { ErasureJobs } from './erasure/erasure-jobs';
import { ExportJobs } from './export/export-jobs';
import { User } from './users/user.entity';

/** The entities of identity, and its encrypted columns. */
export const IDENTITY_TABLES = { entities: [User, Token], sealed: [SEALED_REPLIES, SEALED_LINKS] };

/** Users, their tokens, sessions and grants, limits and mails, and the pages for them. */
@Module({
  imports: [AccessModule, MailModule, PagesModule],
  providers: [EndedGrants, ErasureJobs, ExportJobs, NoticeJobs, OperatorRequests],
  exports: [ErasureJobs, ExportJobs, MailModule],
})
export class IdentityModule {}
