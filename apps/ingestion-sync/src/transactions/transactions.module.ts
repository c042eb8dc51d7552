import { Module } from '@nestjs/common';
import { ReprocessingJobs } from './reprocessing/reprocessing-jobs';
import { TransactionsController } from './transactions.controller';
import { TransferSearch } from './transfer-pairs/transfer-search';
import { TransferPairsController } from './by-hand/transfer-pairs.controller';

@Module({
  controllers: [TransactionsController, TransferPairsController],
  providers: [ReprocessingJobs, TransferSearch],
})
export class TransactionsModule {}
