import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module';
import { AdministeredAccessesController } from './administered-accesses.controller';
import { AdministeredUsersController } from './administered-users.controller';
import { AdministeredInvitationsController } from './administered-invitations.controller';
import { AuditTrailController } from './audit-trail.controller';

/** All users, their invitations and the audit trail, for administrators. */
@Module({
  imports: [IdentityModule],
  controllers: [
    AdministeredUsersController,
    AdministeredInvitationsController,
    AdministeredAccessesController,
    AuditTrailController,
  ],
})
export class AdministeredUsersModule {}
