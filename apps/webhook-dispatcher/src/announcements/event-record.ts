import { EventData, FULL_VIEW, groupBy, WebhookEventRecordedV1 } from '@tributary/contracts';
import { appendToOutbox, cutForMessages, event, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { Announcement, Subject } from './announcement';
import { PayloadTexts } from './payload-texts';
import { insertEvents } from './recorded-events.store';

/** The size of events in one message on the bus, whose limit is 512 KiB. */
const BYTES_PER_MESSAGE_MAX = 384 * 1024;

interface Recorded {
  readonly id: number;
  readonly announcement: Announcement;
  readonly bytes: number;
}

/**
 * Stores announcements for clients that pull, also if no endpoint is subscribed. Call it last in the transaction:
 * writers of one user block each other from here to the commit, so that a user's ids become visible in ascending order.
 */
export async function recordEvents(
  tx: Tx,
  announcements: readonly Announcement[],
  texts: PayloadTexts,
): Promise<void> {
  const data = announcements.map((announcement) => texts.data(storedDataOf(announcement), FULL_VIEW, 'v2'));
  const ids = await insertEvents(
    tx,
    announcements.map(({ userId, type, about, cause }, index) => ({
      userId,
      type,
      ...subjectIds(about),
      createdAt: cause.occurredAt,
      data: data[index] ?? '',
    })),
  );
  const recorded = announcements.map((announcement, index) => ({
    id: ids[index] ?? 0,
    announcement,
    bytes: Buffer.byteLength(data[index] ?? ''),
  }));
  await appendToOutbox(tx, messagesOf(recorded));
}

/** Returns one user's events in messages that fit on the bus. */
function messagesOf(recorded: readonly Recorded[]): OutgoingEvent[] {
  return [...groupBy(recorded, ({ announcement }) => announcement.userId)].flatMap(([userId, ofUser]) => {
    const sized = ofUser.map((item) => ({ item, bytes: item.bytes }));
    return cutForMessages(sized, Infinity, BYTES_PER_MESSAGE_MAX).map((items) => {
      const payload = { userId, events: items.map(toEvent) };
      return event(WebhookEventRecordedV1, userId, payload, items[0]?.announcement.cause.trace);
    });
  });
}

/** Returns the data to store. Of a deleted account, only its deletion is stored. */
function storedDataOf({ type, about, data }: Announcement): EventData {
  if (type !== 'account.deleted' || about.kind !== 'account') return data;
  return { financial_account: { id: String(about.accountId) } };
}

function subjectIds(about: Subject) {
  return {
    financialAccountId: about.kind === 'account' ? about.accountId : null,
    connectionId: about.kind === 'connection' ? about.connectionId : null,
    ruleId: about.kind === 'rule' ? about.ruleId : null,
  };
}

function toEvent({ id, announcement }: Recorded) {
  const { type, about, cause } = announcement;
  return {
    id,
    type,
    ...subjectIds(about),
    createdAt: cause.occurredAt,
    data: { ...storedDataOf(announcement) },
  };
}
