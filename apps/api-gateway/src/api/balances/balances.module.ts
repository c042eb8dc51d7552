import { Module } from '@nestjs/common';
import { BalancesController } from './balances.controller';

/** Balances of accounts. */
@Module({ controllers: [BalancesController] })
export class BalancesModule {}
