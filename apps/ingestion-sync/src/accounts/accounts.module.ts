import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller';
import { SyncSignal } from './sync-signal';

/** Users' accounts, and what users change of them. */
@Module({ controllers: [AccountsController], providers: [SyncSignal], exports: [SyncSignal] })
export class AccountsModule {}
