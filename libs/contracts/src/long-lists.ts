/** Appends the items. `push(...items)` passes each as an argument, and overflows the stack where there are 100,000. */
export function addAll<T>(list: T[], items: Iterable<T>): void {
  for (const item of items) list.push(item);
}

/**
 * Returns the largest of the numbers, or `atLeast` if that is larger. Works for lists of any length;
 * `Math.max(...numbers)` overflows the stack.
 */
export function largestOf(numbers: Iterable<number>, atLeast = -Infinity): number {
  let largest = atLeast;
  for (const number of numbers) largest = Math.max(largest, number);
  return largest;
}

/** The smallest of the numbers, at most `atMost`. */
export function smallestOf(numbers: Iterable<number>, atMost = Infinity): number {
  let smallest = atMost;
  for (const number of numbers) smallest = Math.min(smallest, number);
  return smallest;
}
