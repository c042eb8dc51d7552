import { Module } from '@nestjs/common';
import { CreateTransferLinksHandler } from './create-transfer-links.handler';
import { CurrencyWaits } from './currency-waits';
import { DeleteTransferLinkHandler } from './delete-transfer-link.handler';
import { EachTransferLinkHandlers } from './each-transfer-link.handlers';
import { HistoryProgress } from './history-progress';
import { LinkHistoryShapedConsumer } from './link-history-shaped.consumer';
import { RetryTransferLinkHandler } from './retry-transfer-link.handler';
import { UpdateTransferLinkHandler } from './update-transfer-link.handler';

/** Transfer links, and the progress of their accounts' histories. */
@Module({
  controllers: [
    CreateTransferLinksHandler,
    UpdateTransferLinkHandler,
    DeleteTransferLinkHandler,
    EachTransferLinkHandlers,
    RetryTransferLinkHandler,
    LinkHistoryShapedConsumer,
  ],
  providers: [HistoryProgress, CurrencyWaits],
})
export class LinkingModule {}
