import { Module } from '@nestjs/common';
import { OperatorRequests } from './administration/operator-requests';
import { AppsController } from './apps/apps.controller';
import { ErasureJobs } from './erasure/erasure-jobs';
import { UserErasuresController } from './erasure/user-erasures.controller';
import { ExportJobs } from './export/export-jobs';
import { UserExportsController } from './export/user-exports.controller';
import { GrantsController } from './grants/grants.controller';
import { ManagedUsersController } from './managed-users/managed-users.controller';
import { SecurityEventsController } from './security-events.controller';
import { TokensController } from './tokens.controller';
import { UserController } from './user.controller';

/** Users and their tokens over REST, their administration, export and erasure. */
@Module({
  controllers: [
    UserController,
    SecurityEventsController,
    UserErasuresController,
    UserExportsController,
    TokensController,
    AppsController,
    GrantsController,
    ManagedUsersController,
  ],
  providers: [ErasureJobs, ExportJobs, OperatorRequests],
  exports: [ErasureJobs, ExportJobs],
})
export class UsersModule {}
