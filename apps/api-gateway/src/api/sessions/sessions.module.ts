import { Module } from '@nestjs/common';
import { SessionsController } from './sessions.controller';

/** Sessions of browsers. */
@Module({ controllers: [SessionsController] })
export class SessionsModule {}
