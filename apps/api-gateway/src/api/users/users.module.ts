import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module';
import { UserController } from './users.controller';

/** The caller’s own account. */
@Module({ imports: [IdentityModule], controllers: [UserController] })
export class UsersModule {}
