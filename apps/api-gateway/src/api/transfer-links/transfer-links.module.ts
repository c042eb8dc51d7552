import { Module } from '@nestjs/common';
import { TransferLinksController } from './transfer-links.controller';
import { TransferLinksBulkController } from './transfer-links-bulk.controller';
import { TransferLinkView } from './transfer-link.view';

/** Transfer links, one by one and in bulk. */
@Module({
  controllers: [TransferLinksController, TransferLinksBulkController],
  providers: [TransferLinkView],
})
export class TransferLinksModule {}
