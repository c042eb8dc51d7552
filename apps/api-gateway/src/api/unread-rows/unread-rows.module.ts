import { Module } from '@nestjs/common';
import { UnreadRowsController } from './unread-rows.controller';

/** Rows that could not be read. */
@Module({ controllers: [UnreadRowsController] })
export class UnreadRowsModule {}
