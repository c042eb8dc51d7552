/**
 * Splits a list into batches that contain each key at most once, so that one statement can upsert a batch. The items of
 * one key retain their order over the batches. Nearly always there is one batch.
 */
export function uniqueKeyBatches<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => number | string,
): Item[][] {
  const seen = new Map<number | string, number>();
  const batches: Item[][] = [];
  for (const item of items) {
    const key = keyOf(item);
    const index = seen.get(key) ?? 0;
    seen.set(key, index + 1);
    (batches[index] ??= []).push(item);
  }
  return batches;
}
