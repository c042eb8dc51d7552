import { Module } from '@nestjs/common';
import { BalanceWriter } from './balance-writer';

/** Balances that links write to their destinations. */
@Module({ providers: [BalanceWriter] })
export class BalancesModule {}
