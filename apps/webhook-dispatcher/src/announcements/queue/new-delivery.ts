import { nameIn } from '@tributary/contracts';
import { traceHeaders } from '@tributary/messaging';
import { NewDeliveryRow } from '../../deliveries/deliveries.store';
import { MessageContent, messageIdOf } from '../../deliveries/message-body';
import { Announcement, laneOf } from '../announcement';
import { Subscription } from './subscriptions';

/** A message to one endpoint that is not stored or sent yet. */
export interface NewDelivery extends NewDeliveryRow {
  /** The version of the endpoint for which the body was made; a newer version may be disabled, or may receive less. */
  readonly endpointVersion: number;
}

/** Creates the delivery of one announcement to one subscriber. */
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
