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

/** A message without its id: one object serves all endpoints that see the same. */
export interface MessageContent {
  /** JSON. */
  readonly text: string;
  /** In UTF-8. */
  readonly bytes: number;
}

/** `dataJson` is JSON already. */
export function messageContent(
  message: {
    readonly type: CanonicalEvent;
    readonly payloadVersion: PayloadVersion;
    readonly createdAt: string;
    /** Invented, for a user who wants to see whether it arrives. */
    readonly isTest?: boolean;
  },
  dataJson: string,
): MessageContent {
  const head = JSON.stringify({
    type: nameIn(message.payloadVersion, message.type),
    payload_version: message.payloadVersion,
    created_at: message.createdAt,
    ...(message.isTest ? { test: true } : {}),
  });
  const text = `${head.slice(0, -1)},"data":${dataJson}}`;
  return { text, bytes: Buffer.byteLength(text) };
}

/** The signed body of the message with this id. `content` is the content's JSON. */
export function messageBody(id: string, content: string): string {
  return `{${idMember(id)}${content.slice(1)}`;
}

/** The length of that body in UTF-8, without making it. */
export function bodyBytes(id: string, content: MessageContent): number {
  return content.bytes + Buffer.byteLength(idMember(id));
}

function idMember(id: string): string {
  return `"id":${JSON.stringify(id)},`;
}
