import { Fields } from '@tributary/contracts';
import { cutForMessages } from '@tributary/messaging';

/** The maximum of items, and of their bytes, in one message. */
export const ITEMS_PER_MESSAGE_MAX = 100;
export const BYTES_PER_MESSAGE_MAX = 256 * 1024;

/** Cuts resources, in order, into lists that fit into one message; one that is too large goes alone. */
export function cut(
  resources: readonly Fields[],
  itemsMax = ITEMS_PER_MESSAGE_MAX,
  bytesMax = BYTES_PER_MESSAGE_MAX,
): Fields[][] {
  const sized = resources.map((item) => ({ item, bytes: Buffer.byteLength(JSON.stringify(item)) }));
  return cutForMessages(sized, itemsMax, bytesMax);
}
