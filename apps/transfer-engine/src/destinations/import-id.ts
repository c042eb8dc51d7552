import { hash } from 'node:crypto';

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Prefix of all keys of transfers. */
export const IMPORT_ID_PREFIX = 'trb:';

/**
 * The key of a transfer at its destination. It is always the same for one link, destination and transaction, so that a
 * repeated request cannot create a second row. It has 36 characters, the most that the narrowest destination accepts. A
 * row that was deleted there and is created again has a new generation, and so another key.
 */
export function importId(
  linkId: number,
  destinationId: number,
  transactionId: number,
  generation = 1,
): string {
  const made = `${linkId}|${destinationId}|${transactionId}`;
  return keyOf(IMPORT_ID_PREFIX, generation === 1 ? made : `${made}|${generation}`);
}

/** The key of a balance; equal for the same snapshot. */
export function balanceKey(linkId: number, destinationId: number, snapshotVersion: number): string {
  return keyOf('tbl:', `${linkId}|${destinationId}|balance|${snapshotVersion}`);
}

function keyOf(prefix: string, text: string): string {
  return `${prefix}${base32(hash('sha256', text, 'buffer').subarray(0, 20))}`;
}

/** RFC 4648 without padding, in lower case; for a multiple of five bytes. */
function base32(bytes: Buffer): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 5) {
    const high = bytes.readUInt32BE(at);
    const low = bytes.readUInt8(at + 4);
    for (const shift of [27, 22, 17, 12, 7, 2]) text += BASE32.charAt((high >>> shift) & 31);
    text += BASE32.charAt(((high & 3) << 3) | (low >>> 5)) + BASE32.charAt(low & 31);
  }
  return text;
}
