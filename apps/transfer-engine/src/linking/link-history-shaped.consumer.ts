import { Controller } from '@nestjs/common';
import { LinkHistoryShapedV1 } from '@tributary/contracts';
import { appendToOutbox, OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { In } from 'typeorm';
import { isOpen, shapedHistory } from './link-history';
import { linkUpserted } from '../transfer-links/transfer-link-upserted';
import { TransferLink } from '../transfer-links/transfer-link.entity';

/** Stores the progress of shaping links' histories. */
@Controller()
export class LinkHistoryShapedConsumer {
  @OnEvent(LinkHistoryShapedV1)
  async apply(events: readonly ReceivedEvent<typeof LinkHistoryShapedV1>[], tx: Tx): Promise<void> {
    const links = await tx.manager.find(TransferLink, {
      where: { id: In(events.map(({ payload }) => payload.transferLinkId)), deleted: false },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
    const now = new Date();
    const reported = links.filter((link) => {
      const about = events
        .map(({ payload }) => payload)
        .filter((one) => one.transferLinkId === link.id && one.historyVersion === link.historyVersion);
      const newest = about.find(({ complete }) => complete) ?? about.at(-1);
      // Published again, or late: what is through stays through.
      if (!newest || !isOpen(link.history) || link.historyShapedAt !== null) return false;
      link.history = shapedHistory(link.history, newest, now);
      link.historyShapedAt = newest.complete ? now : null;
      link.version += 1;
      return true;
    });
    await tx.manager.save(TransferLink, reported);
    await appendToOutbox(
      tx,
      reported.map((link) => linkUpserted(link)),
    );
  }
}
