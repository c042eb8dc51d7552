/** The most transactions, and the most bytes of them, that one message carries. */
export const ITEMS_PER_MESSAGE_MAX = 100;
export const BYTES_PER_MESSAGE_MAX = 256 * 1024;

/** Cuts JSON texts, in order, into lists that one message can carry; a text that is too large goes alone. */
export function cut(
  texts: readonly string[],
  itemsMax = ITEMS_PER_MESSAGE_MAX,
  bytesMax = BYTES_PER_MESSAGE_MAX,
): string[][] {
  const parts: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = Buffer.byteLength(text) + 1;
    const last = parts.at(-1);
    if (last && last.length < itemsMax && bytes + size <= bytesMax) {
      last.push(text);
      bytes += size;
    } else {
      parts.push([text]);
      bytes = size;
    }
  }
  return parts;
}
