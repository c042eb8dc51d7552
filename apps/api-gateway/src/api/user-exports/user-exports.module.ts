import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module';
import { UserExportsController } from './user-exports.controller';

/** Export of all data of the caller. */
@Module({ imports: [IdentityModule], controllers: [UserExportsController] })
export class UserExportsModule {}
