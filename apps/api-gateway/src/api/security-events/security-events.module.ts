import { Module } from '@nestjs/common';
import { SecurityEventsController } from './security-events.controller';

/** Security events of the caller’s account. */
@Module({ controllers: [SecurityEventsController] })
export class SecurityEventsModule {}
