import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module';
import { NoticesController } from './notices.controller';

/** Settings of the notices that the caller gets by mail. */
@Module({ imports: [IdentityModule], controllers: [NoticesController] })
export class NoticesModule {}
