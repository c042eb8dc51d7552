/**
 * Splits a list into waves that name each key at most once, each key's items in order over the waves: one
 * statement can then upsert a wave. Nearly always there is one.
 */
export function inWaves<Item>(items: readonly Item[], keyOf: (item: Item) => number | string): Item[][] {
  const seen = new Map<number | string, number>();
  const waves: Item[][] = [];
  for (const item of items) {
    const key = keyOf(item);
    const wave = seen.get(key) ?? 0;
    seen.set(key, wave + 1);
    (waves[wave] ??= []).push(item);
  }
  return waves;
}
