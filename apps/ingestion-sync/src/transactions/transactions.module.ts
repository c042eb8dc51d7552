import { Module } from '@nestjs/common';
import { ReprocessingJobs } from './reprocessing/reprocessing-jobs';
import { TransactionsController } from './transactions.controller';

/** Stored transactions: made and changed by hand, and read again from what providers sent. */
@Module({ controllers: [TransactionsController], providers: [ReprocessingJobs] })
export class TransactionsModule {}
