import { Global, Module } from '@nestjs/common';
import { AccountConsumers } from './account.consumers';
import { ConnectionLinks } from './connection-links';
import { LinksOfConnections } from '../destinations/connections/links.port';
import { LinkCounts } from './progress/link-counts';
import { HistoryProgress } from './progress/history-progress';
import { LinkHistoryShapedConsumer } from './progress/link-history-shaped.consumer';
import { RetryTransferLinkHandler } from './commands/retry-transfer-link.handler';
import { TransferLinksHandlers } from './commands/transfer-links.handlers';

/**
 * Transfer links, the account events that change them, and the progress of their histories. Connections inject
 * `LinksOfConnections` from here.
 */
@Global()
@Module({
  controllers: [AccountConsumers, TransferLinksHandlers, RetryTransferLinkHandler, LinkHistoryShapedConsumer],
  providers: [HistoryProgress, LinkCounts, { provide: LinksOfConnections, useClass: ConnectionLinks }],
  exports: [LinksOfConnections],
})
export class TransferLinksModule {}
