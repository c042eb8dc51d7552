import { Module } from '@nestjs/common';
import { SecurityEventsController } from './security-events.controller';

/** What happened to the caller’s account. */
@Module({ controllers: [SecurityEventsController] })
export class SecurityEventsModule {}
