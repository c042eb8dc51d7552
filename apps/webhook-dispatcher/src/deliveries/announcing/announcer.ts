import { Inject, Injectable } from '@nestjs/common';
import { Tx } from '@tributary/persistence';
import { Announcement } from './announcement';
import { DeliveryQueue } from './delivery-queue';
import { recordEvents } from './event-record';
import { newDelivery } from './new-delivery';
import { PayloadTexts } from './payload-texts';
import { isInterested, loadSubscriptions } from './subscriptions';

/** Turns events into deliveries for the subscribed endpoints, and into the list that clients pull. */
@Injectable()
export class Announcer {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  /** In this order, in the transaction that consumes the event: announced if, and only if, it was consumed. */
  async announce(tx: Tx, announcements: readonly Announcement[]): Promise<void> {
    if (announcements.length === 0) return;
    const subscriptions = await loadSubscriptions(
      tx,
      announcements.map(({ userId }) => userId),
    );
    const texts = new PayloadTexts();
    const deliveries = announcements.flatMap((announcement) =>
      subscriptions
        .filter((to) => isInterested(to, announcement))
        .map((to) =>
          newDelivery(announcement, to, texts.data(announcement.data, to.view, to.payloadVersion)),
        ),
    );
    await this.queue.add(tx, deliveries);
    await recordEvents(tx, announcements, texts);
  }
}
