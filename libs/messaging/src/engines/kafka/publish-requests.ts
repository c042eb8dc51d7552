import { OutgoingMessage } from '../../bus-engine';

/**
 * Brokers accept 1 MiB by default (`message.max.bytes`), counted not for one message but for everything that a request
 * has for one partition. A client does not know which keys share a partition, so the limit is applied to each topic as
 * a whole.
 */
const TOPIC_BYTES_MAX = 900 * 1024;
/** Bytes of length prefixes, timestamps and offsets of a record and of its headers. */
const RECORD_BYTES = 64;

/** Whether brokers would refuse a request as it is: it is one message, which has to be compressed. */
export function isOversized(request: readonly OutgoingMessage[]): boolean {
  const [message, ...others] = request;
  return message !== undefined && others.length === 0 && sizeOf(message) > TOPIC_BYTES_MAX;
}

/**
 * Cuts messages, in their order, into requests that brokers accept: a request that is too large would be refused again
 * and again.
 */
export function publishRequests(messages: readonly OutgoingMessage[]): OutgoingMessage[][] {
  const requests: OutgoingMessage[][] = [];
  let request: OutgoingMessage[] = [];
  let bytesOf = new Map<string, number>();
  for (const message of messages) {
    const bytes = sizeOf(message);
    const before = bytesOf.get(message.topic) ?? 0;
    if (before > 0 && before + bytes > TOPIC_BYTES_MAX) {
      requests.push(request);
      request = [];
      bytesOf = new Map();
    }
    request.push(message);
    bytesOf.set(message.topic, (bytesOf.get(message.topic) ?? 0) + bytes);
  }
  if (request.length > 0) requests.push(request);
  return requests;
}

function sizeOf({ key, value, headers }: OutgoingMessage): number {
  const ofHeaders = Object.entries(headers).reduce(
    (sum, [name, text]) => sum + name.length + Buffer.byteLength(text) + RECORD_BYTES,
    0,
  );
  return RECORD_BYTES + Buffer.byteLength(key) + Buffer.byteLength(value) + ofHeaders;
}
