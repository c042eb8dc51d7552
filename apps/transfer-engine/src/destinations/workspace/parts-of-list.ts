import { DestinationFailure } from '../destination.port';

/** More than any answer of Notion has: its queries end after ten thousand pages, its lists of places after as many of ours. */
const PARTS_MAX = 1_000;

interface Part {
  /** Null at the end. */
  readonly nextCursor: string | null;
}

/**
 * All parts of a list, by their cursors. @throws DestinationFailure where a cursor comes back, or parts never end: what was
 * read would be read for ever
 */
export async function* partsOf<T extends Part>(
  read: (cursor: string | undefined) => Promise<T>,
): AsyncGenerator<T> {
  const seen = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const part = await read(cursor);
    yield part;
    if (part.nextCursor === null) return;
    if (seen.has(part.nextCursor) || seen.size >= PARTS_MAX)
      throw new DestinationFailure({ kind: 'refused', reason: 'Its list has no end.', place: null });
    seen.add(part.nextCursor);
    cursor = part.nextCursor;
  }
}
