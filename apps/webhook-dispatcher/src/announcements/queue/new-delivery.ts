import { nameIn } from '@tributary/contracts';
import { traceHeaders } from '@tributary/messaging';
import { MessageContent, messageIdOf } from '../../deliveries/message-body';
import { Announcement, laneOf } from '../announcement';
import { Subscription } from './subscriptions';

/** A message to one endpoint, not stored and sent yet. */
export interface NewDelivery {
  readonly userId: number;
  readonly endpointId: number;
  /** The endpoint that the body was made for: a newer one may be off, or may receive less. */
  readonly endpointVersion: number;
  /** Deliveries of one lane are sent one after another. */
  readonly lane: string;
  readonly eventType: string;
  readonly messageId: string;
  /** The same object for all endpoints that see the same. */
  readonly content: MessageContent;
  /** Of the transactions in the body. */
  readonly transactionIds: readonly number[];
  /** Continues the trace of the event that led to this. */
  readonly traceparent: string | null;
}

/** Addresses one announcement to one subscriber. */
export function newDelivery(
  announcement: Announcement,
  to: Subscription,
  content: MessageContent,
): NewDelivery {
  const { cause, type, about, part } = announcement;
  const { endpointId, endpointVersion, payloadVersion } = to;
  const id = messageIdOf({ endpointId, eventId: cause.id, item: cause.item, type, part });
  return {
    userId: announcement.userId,
    endpointId,
    endpointVersion,
    lane: laneOf(about),
    eventType: nameIn(payloadVersion, type),
    messageId: id,
    content,
    transactionIds: (announcement.data.transactions ?? []).map(({ id: transactionId }) =>
      Number(transactionId),
    ),
    traceparent: traceHeaders(cause.trace).traceparent ?? null,
  };
}
