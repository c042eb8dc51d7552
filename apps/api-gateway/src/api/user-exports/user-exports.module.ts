import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module';
import { UserExportsController } from './user-exports.controller';

/** All data of the caller, to take away. */
@Module({ imports: [IdentityModule], controllers: [UserExportsController] })
export class UserExportsModule {}
