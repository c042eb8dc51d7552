import { Controller } from '@nestjs/common';
import { LinkHistoryShapedV1 } from '@tributary/contracts';
import { appendToOutbox, OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { In } from 'typeorm';
import { lockLinks, saveLinks } from '../transfer-links.store';
import { isOpen, shapedHistory } from './link-history';
import { linkUpserted } from '../transfer-link-upserted';

/** Stores the progress of shaping links' histories. */
@Controller()
export class LinkHistoryShapedConsumer {
  @OnEvent(LinkHistoryShapedV1)
  async apply(events: readonly ReceivedEvent<typeof LinkHistoryShapedV1>[], tx: Tx): Promise<void> {
    const ids = events.map(({ payload }) => payload.transferLinkId);
    const links = await lockLinks(tx, { id: In(ids), deleted: false });
    const now = new Date();
    const reported = links.filter((link) => {
      const about = events
        .map(({ payload }) => payload)
        .filter((one) => one.transferLinkId === link.id && one.historyVersion === link.history_version);
      const newest = about.find(({ complete }) => complete) ?? about.at(-1);
      // Ignores repeated and late reports: a shaped history stays shaped.
      if (!newest || !isOpen(link.history) || link.history_shaped_at !== null) return false;
      link.history = shapedHistory(link.history, newest, now);
      link.history_shaped_at = newest.complete ? now : null;
      link.version += 1;
      return true;
    });
    await saveLinks(tx, reported);
    await appendToOutbox(
      tx,
      reported.map((link) => linkUpserted(link)),
    );
  }
}
