import { Module } from '@nestjs/common';
import { TransferPairsController } from './transfer-pairs.controller';

/** Pairs of transactions that are one transfer between own accounts. */
@Module({ controllers: [TransferPairsController] })
export class TransferPairsModule {}
