import { CanonicalEvent, nameIn, PayloadVersion } from '@tributary/contracts';
import { createHash } from 'node:crypto';

/** What a message is of, as far as it decides the message's identity. */
export interface MessageOrigin {
  readonly endpointId: number;
  /** Id of the event on the bus, and the position of the one item where a message was taken apart. */
  readonly eventId: string;
  readonly item: number;
  readonly type: CanonicalEvent;
  /** Position among the messages that one event was cut into. */
  readonly part: number;
}

/** The same for the same origin, however often it is worked out: what receivers know a repeat by. */
export function messageIdOf({ endpointId, eventId, item, type, part }: MessageOrigin): string {
  const origin = `${endpointId}|${eventId}|${item}|${type}|${part}`;
  return `msg_${createHash('sha256').update(origin).digest('base64url').slice(0, 27)}`;
}

/** The signed body. `dataJson` is JSON already: one text serves all endpoints that see the same. */
export function messageBody(
  message: {
    readonly id: string;
    readonly type: CanonicalEvent;
    readonly payloadVersion: PayloadVersion;
    readonly createdAt: string;
    /** Invented: sent because somebody wanted to see whether it arrives. */
    readonly isTest?: boolean;
  },
  dataJson: string,
): string {
  const head = JSON.stringify({
    id: message.id,
    type: nameIn(message.payloadVersion, message.type),
    payload_version: message.payloadVersion,
    created_at: message.createdAt,
    ...(message.isTest ? { test: true } : {}),
  });
  return `${head.slice(0, -1)},"data":${dataJson}}`;
}
