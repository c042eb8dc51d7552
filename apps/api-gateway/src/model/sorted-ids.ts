/**
 * Ids without repetitions, in the one order in which all writers lock them, so that they never wait for each other in
 * circles.
 */
export function sortedIds(ids: Iterable<number>): number[] {
  return [...new Set(ids)].sort((a, b) => a - b);
}
