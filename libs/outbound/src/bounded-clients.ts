import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';

/** How many bytes of an answer are read at most: the other side decides how much it sends. */
interface Bound {
  readonly maxResponseSize: number;
}

/** Connections to any outside servers. A longer answer fails with undici's `ResponseExceededMaxSizeError`. */
export function boundedAgent(options: Agent.Options & Bound): Agent {
  return new Agent(options);
}

/** For requests under way when a service stops; its own work has ended before. */
const CLOSING_MS = 1000;

/**
 * Ends an agent's connections: requests under way have a moment to end by themselves. undici's own `close` waits for ever
 * behind some answers that were cut off, such as interim ones without an end.
 */
export async function closeAgent(agent: Agent): Promise<void> {
  const isOver = new AbortController();
  const closed = agent.close().finally(() => isOver.abort());
  const late = pause(CLOSING_MS, null, { signal: isOver.signal }).then(() => agent.destroy());
  await Promise.any([closed, late]);
}

/** An answer was too long after it was unpacked. */
export class AnswerTooLongError extends Error {
  override readonly name = 'AnswerTooLongError';
}

/**
 * Passes on at most so many bytes. A few packed kilobytes can unpack to gigabytes, so the limit on the wire is not
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
