import { Module } from '@nestjs/common';
import { SyncModule } from '../sync/sync.module';
import { AccountsController } from './accounts.controller';

/** What users change of their accounts. */
@Module({ imports: [SyncModule], controllers: [AccountsController] })
export class AccountsModule {}
