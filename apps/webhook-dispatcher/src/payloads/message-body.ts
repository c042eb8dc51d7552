import { CanonicalEvent, nameIn, PayloadVersion } from '@tributary/contracts';
import { createHash } from 'node:crypto';

/** The parts of a message's identity. */
export interface MessageOrigin {
  readonly endpointId: number;
  /** Id of the event on the bus, and the index of the one item if a message was divided. */
  readonly eventId: string;
  readonly item: number;
  readonly type: CanonicalEvent;
  /** Position among the messages that one event was cut into. */
  readonly part: number;
}

/** The same for the same origin, however often it is computed, so that receivers recognize a repetition. */
export function messageIdOf({ endpointId, eventId, item, type, part }: MessageOrigin): string {
  const origin = `${endpointId}|${eventId}|${item}|${type}|${part}`;
  return `msg_${createHash('sha256').update(origin).digest('base64url').slice(0, 27)}`;
}

/**
 * A message without its id, as JSON: one text serves all endpoints with the same view. `dataJson` is JSON already.
 */
export function messageContent(
  message: {
    readonly type: CanonicalEvent;
    readonly payloadVersion: PayloadVersion;
    readonly createdAt: string;
    /** Invented, for a user who wants to see whether it arrives. */
    readonly isTest?: boolean;
  },
  dataJson: string,
): string {
  const head = JSON.stringify({
    type: nameIn(message.payloadVersion, message.type),
    payload_version: message.payloadVersion,
    created_at: message.createdAt,
    ...(message.isTest ? { test: true } : {}),
  });
  return `${head.slice(0, -1)},"data":${dataJson}}`;
}

/** The signed body of the message with this id. */
export function messageBody(id: string, content: string): string {
  return `{"id":${JSON.stringify(id)},${content.slice(1)}`;
}
