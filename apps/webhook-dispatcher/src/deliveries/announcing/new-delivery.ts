import { ReceivedEvent, traceHeaders } from '@tributary/messaging';
import { CanonicalEvent, nameIn } from '../../payloads/event-names';
import { messageBody, messageIdOf } from '../../payloads/message-body';
import { Subscription } from './subscriptions';

/** A message to one endpoint, yet to be stored and sent. */
export interface NewDelivery {
  readonly endpointId: number;
  /** Deliveries of one lane go one after another. */
  readonly lane: string;
  readonly eventType: string;
  readonly messageId: string;
  readonly body: string;
  /** Continues the trace of the event that this tells of. */
  readonly traceparent: string | null;
}

export function accountLane(accountId: number): string {
  return `account:${accountId}`;
}

export function connectionLane(connectionId: number): string {
  return `connection:${connectionId}`;
}

/** Addresses one message to one subscriber; `part` tells messages of one event apart. */
export function newDelivery(
  cause: ReceivedEvent,
  to: Subscription,
  message: { type: CanonicalEvent; lane: string; dataJson: string; part?: number },
): NewDelivery {
  const { type, lane, dataJson, part = 0 } = message;
  const { endpointId, payloadVersion } = to;
  const id = messageIdOf({ endpointId, eventId: cause.id, item: cause.item, type, part });
  return {
    endpointId,
    lane,
    eventType: nameIn(payloadVersion, type),
    messageId: id,
    body: messageBody({ id, type, payloadVersion, createdAt: cause.occurredAt }, dataJson),
    traceparent: traceHeaders(cause.trace).traceparent ?? null,
  };
}
