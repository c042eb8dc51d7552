import { Module } from '@nestjs/common';
import { IdentityModule } from '../../identity/identity.module';
import { NoticesController } from './notices.controller';

/** Which notices the caller wants by mail. */
@Module({ imports: [IdentityModule], controllers: [NoticesController] })
export class NoticesModule {}
