import { MAX_MESSAGE_BYTES } from '../bus-engine';

/** Space for the envelopes and the members beside the list. */
const ENVELOPE_BYTES_MAX = 4 * 1024;

/** An item of a message's list, with the size of its JSON. */
export interface Sized<T> {
  readonly item: T;
  readonly bytes: number;
}

/** Cuts a list into runs that each fit into one message of the bus, or into the given size. */
export function cutForMessages<T>(
  sized: readonly Sized<T>[],
  itemsMax: number,
  bytesMax = MAX_MESSAGE_BYTES - ENVELOPE_BYTES_MAX,
): T[][] {
  const cuts: T[][] = [];
  let current: T[] = [];
  let bytes = 0;
  for (const one of sized) {
    const isFull = current.length >= itemsMax || bytes + one.bytes + 1 > bytesMax;
    if (isFull && current.length > 0) {
      cuts.push(current);
      current = [];
      bytes = 0;
    }
    current.push(one.item);
    bytes += one.bytes + 1;
  }
  if (current.length > 0) cuts.push(current);
  return cuts;
}
