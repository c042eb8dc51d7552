import { Inject, Injectable } from '@nestjs/common';
import { groupBy } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { messageContent, MessageContent } from '../deliveries/message-body';
import { Announcement } from './announcement';
import { DeliveryQueue } from './queue/delivery-queue';
import { recordEvents } from './event-record';
import { NewDelivery, newDelivery } from './queue/new-delivery';
import { PayloadTexts } from './payload-texts';
import { isInterested, loadSubscriptions, Subscription } from './queue/subscriptions';

/** Turns events into deliveries for the subscribed endpoints, and into the list that clients pull. */
@Injectable()
export class Announcer {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  /**
   * Announces in this order, in the transaction that consumes the event, so that each consumed event is announced
   * exactly once.
   */
  async announce(tx: Tx, announcements: readonly Announcement[]): Promise<void> {
    if (announcements.length === 0) return;
    const subscriptions = await loadSubscriptions(
      tx,
      announcements.map(({ userId }) => userId),
    );
    const texts = new PayloadTexts();
    await this.queue.add(tx, deliveriesOf(announcements, subscriptions, texts));
    await recordEvents(tx, announcements, texts);
  }
}

/** Yields the deliveries one by one, because their number is announcements times endpoints. */
function* deliveriesOf(
  announcements: readonly Announcement[],
  subscriptions: readonly Subscription[],
  texts: PayloadTexts,
): Generator<NewDelivery> {
  const byUser = groupBy(subscriptions, ({ userId }) => userId);
  for (const announcement of announcements) {
    const contents = new Map<string, MessageContent>();
    for (const to of byUser.get(announcement.userId) ?? []) {
      if (!isInterested(to, announcement)) continue;
      const content = contents.get(to.contentKey) ?? contentFor(announcement, to, texts);
      contents.set(to.contentKey, content);
      yield newDelivery(announcement, to, content);
    }
  }
}

function contentFor({ type, cause, data }: Announcement, to: Subscription, texts: PayloadTexts) {
  const { payloadVersion, view } = to;
  const head = { type, payloadVersion, createdAt: cause.occurredAt };
  return messageContent(head, texts.data(data, view, payloadVersion));
}
