import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module';
import { ManagedUsersController } from './managed-users.controller';

/** Users whom an app manages. */
@Module({ imports: [IdentityModule], controllers: [ManagedUsersController] })
export class ManagedUsersModule {}
