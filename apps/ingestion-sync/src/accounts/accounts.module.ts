import { Module } from '@nestjs/common';
import { ConnectionsModule } from '../connections/connections.module';
import { SyncModule } from '../sync/sync.module';
import { AccountsController } from './accounts.controller';

/** What users change of their accounts. */
@Module({ imports: [ConnectionsModule, SyncModule], controllers: [AccountsController] })
export class AccountsModule {}
