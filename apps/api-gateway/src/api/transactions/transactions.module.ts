import { Module } from '@nestjs/common';
import { BulkTransactionsController } from './bulk/bulk-transactions.controller';
import { TransactionExportController } from './export/transaction-export.controller';
import { TransactionsController } from './transactions.controller';
import { RemovedTransactionsController } from './removed-transactions.controller';
import { MergesController } from './bulk/merges.controller';
import { TransactionExport } from './export/transaction-export';
import { TransactionsService } from './transactions.service';

/** Transactions: lists, changes one by one and in bulk, exports. */
@Module({
  controllers: [
    BulkTransactionsController,
    TransactionExportController,
    TransactionsController,
    RemovedTransactionsController,
    MergesController,
  ],
  providers: [TransactionExport, TransactionsService],
})
export class TransactionsModule {}
