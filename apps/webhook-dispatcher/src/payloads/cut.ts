import { Fields } from '@tributary/contracts';

/** The most items, and the most bytes of them, that one message carries. */
export const ITEMS_PER_MESSAGE_MAX = 100;
export const BYTES_PER_MESSAGE_MAX = 256 * 1024;

/** Cuts resources, in order, into lists that one message can carry; one that is too large goes alone. */
export function cut(
  resources: readonly Fields[],
  itemsMax = ITEMS_PER_MESSAGE_MAX,
  bytesMax = BYTES_PER_MESSAGE_MAX,
): Fields[][] {
  const parts: Fields[][] = [];
  let bytes = 0;
  for (const resource of resources) {
    const size = Buffer.byteLength(JSON.stringify(resource)) + 1;
    const last = parts.at(-1);
    if (last && last.length < itemsMax && bytes + size <= bytesMax) {
      last.push(resource);
      bytes += size;
    } else {
      parts.push([resource]);
      bytes = size;
    }
  }
  return parts;
}
