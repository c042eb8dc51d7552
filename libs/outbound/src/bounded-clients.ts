import { Agent } from 'undici';

/** Maximum of bytes that are read of a response, because the server decides how much it sends. */
interface Bound {
  readonly maxResponseSize: number;
}

/** Connections to any outside servers. A longer response fails with undici's `ResponseExceededMaxSizeError`. */
export function boundedAgent(options: Agent.Options & Bound): Agent {
  return new Agent(options);
}

/** A response was too long after it was unpacked. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/**
 * Passes on a limited number of bytes. A few packed kilobytes can unpack to gigabytes, so the limit on the wire is not
 * enough.
 */
export function boundedBytes(
  bytesMax: number,
  onTooLong: () => void,
): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes <= bytesMax) return controller.enqueue(chunk);
      onTooLong();
      controller.error(new AnswerTooLongError(`the answer is longer than ${bytesMax} bytes`));
    },
  });
}
