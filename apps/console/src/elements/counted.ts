/** A count with its noun, in the user's way of writing numbers: `1 row`, `3,000 rows`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${new Intl.NumberFormat(navigator.language).format(count)} ${count === 1 ? one : many}`;
}
