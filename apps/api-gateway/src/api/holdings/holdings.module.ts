import { Module } from '@nestjs/common';
import { HoldingsController } from './holdings.controller';

/** Holdings of accounts. */
@Module({ controllers: [HoldingsController] })
export class HoldingsModule {}
