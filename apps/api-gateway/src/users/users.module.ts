import { Module } from '@nestjs/common';
import { AdministeredInvitationsController } from './administration/administered-invitations.controller';
import { AdministeredUsersController } from './administration/administered-users.controller';
import { AuditTrailController } from './administration/audit-trail.controller';
import { MailModule } from '../mail/mail.module';
import { OperatorRequests } from './administration/operator-requests';
import { AppsController } from './apps/apps.controller';
import { ErasureJobs } from './erasure/erasure-jobs';
import { UserErasuresController } from './erasure/user-erasures.controller';
import { ExportJobs } from './export/export-jobs';
import { UserExportsController } from './export/user-exports.controller';
import { GrantsController } from './grants/grants.controller';
import { ManagedUsersController } from './managed-users/managed-users.controller';
import { SecurityEventsController } from './security-events.controller';
import { SessionsController } from './sessions/sessions.controller';
import { TokensController } from './tokens.controller';
import { UserController } from './user.controller';

/** Users and their tokens over REST, their administration, export and erasure. */
@Module({
  imports: [MailModule],
  controllers: [
    UserController,
    SessionsController,
    SecurityEventsController,
    UserErasuresController,
    UserExportsController,
    TokensController,
    AppsController,
    GrantsController,
    ManagedUsersController,
    AdministeredUsersController,
    AdministeredInvitationsController,
    AuditTrailController,
  ],
  providers: [ErasureJobs, ExportJobs, OperatorRequests],
})
export class UsersModule {}
