import { Module } from '@nestjs/common';
import { AccountConsumers } from './account.consumers';

/** What other services say of accounts and users. */
@Module({ controllers: [AccountConsumers] })
export class AccountsModule {}
