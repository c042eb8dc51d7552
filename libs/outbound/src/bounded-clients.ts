import { Agent } from 'undici';

/** How much of an answer is read at most, in bytes on the wire: whoever answers decides how much they send. */
interface Bound {
  readonly maxResponseSize: number;
}

/** Connections to servers outside, whichever they are. A longer answer fails with undici's `ResponseExceededMaxSizeError`. */
export function boundedAgent(options: Agent.Options & Bound): Agent {
  return new Agent(options);
}

/** An answer was longer than it may be once it was unpacked. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/** Passes bytes on, up to so many. A few packed kilobytes unpack to gigabytes, so the wire's bound does not hold these. */
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
