import { Module } from '@nestjs/common';
import { FinanceModule } from '../finance/finance.module';
import { DriftChecksController } from './drift-checks.controller';
import { TransferFailuresController } from './transfer-failures.controller';
import { TransferLinkView } from './transfer-link.view';
import { TransferLinksBulkController } from './transfer-links-bulk.controller';
import { TransferLinksController } from './transfer-links.controller';
import { TransferLogsController } from './transfer-logs.controller';

/** Transfer links, their logs and drift checks. */
@Module({
  imports: [FinanceModule],
  controllers: [
    TransferLinksController,
    TransferLinksBulkController,
    DriftChecksController,
    TransferFailuresController, // before the logs: its path would be one of their ids
    TransferLogsController,
  ],
  providers: [TransferLinkView],
})
export class TransfersModule {}
