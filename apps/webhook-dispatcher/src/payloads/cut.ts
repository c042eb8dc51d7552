import { Fields } from '@tributary/contracts';
import { cutForMessages } from '@tributary/messaging';

/** The most items, and the most bytes of them, that one message carries. */
export const ITEMS_PER_MESSAGE_MAX = 100;
export const BYTES_PER_MESSAGE_MAX = 256 * 1024;

/** Cuts resources, in order, into lists that one message can carry; one that is too large goes alone. */
export function cut(
  resources: readonly Fields[],
  itemsMax = ITEMS_PER_MESSAGE_MAX,
  bytesMax = BYTES_PER_MESSAGE_MAX,
): Fields[][] {
  const sized = resources.map((item) => ({ item, bytes: Buffer.byteLength(JSON.stringify(item)) }));
  return cutForMessages(sized, itemsMax, bytesMax);
}
