import { Module } from '@nestjs/common';
import { AccountsController } from './accounts.controller';
import { SyncSignal } from './sync-signal';
import { TransferSearch } from './transfer-pairs/transfer-search';

/** Users' accounts: what users change of them, and the transfers between them, which users decide on. */
@Module({ controllers: [AccountsController], providers: [SyncSignal, TransferSearch], exports: [SyncSignal] })
export class AccountsModule {}
