import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller';
import { SyncSignal } from './sync-signal';

@Module({ controllers: [AccountsController], providers: [SyncSignal], exports: [SyncSignal] })
export class AccountsModule {}
