/**
 * Options of an LRU cache of at most so many entries. It grows with them: with `max` it reserves 28 bytes for each at
 * once, which was 16 MB and 0.05 s of each start.
 */
export function upToEntries(count: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: count, sizeCalculation: () => 1 };
}
