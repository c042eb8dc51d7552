import { Module } from '@nestjs/common';
import { SetupsModule } from '../identity';
import { AccountsController } from './accounts.controller';
import { AccountsService } from './accounts.service';
import { BalancesController } from './balances.controller';
import { BulkTransactionsController } from './bulk-transactions.controller';
import { ConnectionView } from './connection.view';
import { ConnectionsController } from './connections.controller';
import { ConsentCallbackController } from './consent-callback.controller';
import { FileImportsController } from './file-imports.controller';
import { FileUpload } from './file-upload';
import { HoldingsController } from './holdings.controller';
import { InstitutionConfigController } from './institution-config.controller';
import { InstitutionsController } from './institutions.controller';
import { RemovedTransactionsController } from './removed-transactions.controller';
import { MergesController } from './merges.controller';
import { ReprocessingsController } from './reprocessings.controller';
import { SettlementReviewsController } from './settlement-reviews.controller';
import { TransactionExport } from './transaction-export';
import { TransactionExportController } from './transaction-export.controller';
import { TransactionsController } from './transactions.controller';
import { TransactionsService } from './transactions.service';
import { TransferPairsController } from './transfer-pairs.controller';
import { UnreadRowsController } from './unread-rows.controller';

/** Connections to institutions with their accounts, transactions, balances and holdings. */
@Module({
  imports: [SetupsModule],
  controllers: [
    BulkTransactionsController,
    TransactionExportController,
    TransactionsController,
    RemovedTransactionsController,
    MergesController,
    SettlementReviewsController,
    TransferPairsController,
    ReprocessingsController,
    FileImportsController,
    AccountsController,
    BalancesController,
    HoldingsController,
    UnreadRowsController,
    InstitutionsController,
    InstitutionConfigController,
    ConsentCallbackController,
    ConnectionsController,
  ],
  providers: [AccountsService, ConnectionView, FileUpload, TransactionExport, TransactionsService],
  exports: [AccountsService],
})
export class FinanceModule {}
