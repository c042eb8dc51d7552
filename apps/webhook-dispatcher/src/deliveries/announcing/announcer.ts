import { Inject, Injectable } from '@nestjs/common';
import { Tx } from '@tributary/persistence';
import { Announcement } from './announcement';
import { DELIVERIES_PER_STATEMENT, DeliveryQueue } from './delivery-queue';
import { recordEvents } from './event-record';
import { newDelivery } from './new-delivery';
import { PayloadTexts } from './payload-texts';
import { isInterested, loadSubscriptions, Subscription } from './subscriptions';

/** Turns events into deliveries for the subscribed endpoints, and into the list that clients pull. */
@Injectable()
export class Announcer {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  /**
   * In this order, in the transaction that consumes the event: announced if, and only if, it was consumed.
   * @param loaded the users' subscriptions, if they were loaded in this transaction
   */
  async announce(
    tx: Tx,
    announcements: readonly Announcement[],
    loaded: readonly Subscription[] | null = null,
  ): Promise<void> {
    if (announcements.length === 0) return;
    const userIds = announcements.map(({ userId }) => userId);
    const subscriptions = loaded ?? (await loadSubscriptions(tx, userIds));
    const texts = new PayloadTexts();
    const deliveries = announcements.flatMap((announcement) =>
      subscriptions
        .filter((to) => isInterested(to, announcement))
        .map((to) =>
          newDelivery(announcement, to, texts.data(announcement.data, to.view, to.payloadVersion)),
        ),
    );
    const added = this.queue.add(tx, deliveries);
    // Recording locks the users until the commit: together with one statement, but not before several.
    if (deliveries.length > DELIVERIES_PER_STATEMENT) await added;
    await Promise.all([added, recordEvents(tx, announcements, texts)]);
  }
}
