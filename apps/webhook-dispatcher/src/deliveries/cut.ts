import { Fields } from '@tributary/contracts';
import { cutForMessages } from '@tributary/messaging';

/** The most items, and the most bytes of items, in one message. */
export const ITEMS_PER_MESSAGE_MAX = 100;
export const BYTES_PER_MESSAGE_MAX = 256 * 1024;

/** Splits resources, in order, into lists that fit into one message; one that is too large gets its own message. */
export function cut(
  resources: readonly Fields[],
  itemsMax = ITEMS_PER_MESSAGE_MAX,
  bytesMax = BYTES_PER_MESSAGE_MAX,
): Fields[][] {
  const sized = resources.map((item) => ({ item, bytes: Buffer.byteLength(JSON.stringify(item)) }));
  return cutForMessages(sized, itemsMax, bytesMax);
}
