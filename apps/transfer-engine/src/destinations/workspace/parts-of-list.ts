import { DestinationFailure } from '../destination.port';

/**
 * More parts than any list of Notion has: its queries end after ten thousand pages, and `LISTED_MAX` limits listings.
 */
const PARTS_MAX = 1_000;

interface Part {
  /** Null at the end. */
  readonly nextCursor: string | null;
}

/**
 * Yields all parts of a list by their cursors.
 * @throws DestinationFailure if a cursor repeats or the parts never end
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
