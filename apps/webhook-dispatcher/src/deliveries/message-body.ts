import { CanonicalEvent, nameIn, PayloadVersion } from '@tributary/contracts';
import { createHash } from 'node:crypto';

/** The values from which a message's id is computed. */
export interface MessageOrigin {
  readonly endpointId: number;
  /** The event's id on the bus, with the index of the item if the message was divided. */
  readonly eventId: string;
  readonly item: number;
  readonly type: CanonicalEvent;
  /** Position of the message among those into which one event was split. */
  readonly part: number;
}

/** Returns the message's id. It depends only on the origin, so that receivers recognize a repetition. */
export function messageIdOf({ endpointId, eventId, item, type, part }: MessageOrigin): string {
  const origin = `${endpointId}|${eventId}|${item}|${type}|${part}`;
  return `msg_${createHash('sha256').update(origin).digest('base64url').slice(0, 27)}`;
}

/** A message without its id: one object serves all endpoints that see the same content. */
export interface MessageContent {
  /** JSON. */
  readonly text: string;
  /** Length in UTF-8. */
  readonly bytes: number;
}

/** Builds the content; `dataJson` is JSON already. */
export function messageContent(
  message: {
    readonly type: CanonicalEvent;
    readonly payloadVersion: PayloadVersion;
    readonly createdAt: string;
    /** Invented data, for a user who tests whether events arrive. */
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

/** Returns the signed body of the message with this id. `content` is the content's JSON. */
export function messageBody(id: string, content: string): string {
  return `{${idMember(id)}${content.slice(1)}`;
}

/** Returns the length of that body in UTF-8, without building it. */
export function bodyBytes(id: string, content: MessageContent): number {
  return content.bytes + Buffer.byteLength(idMember(id));
}

function idMember(id: string): string {
  return `"id":${JSON.stringify(id)},`;
}
