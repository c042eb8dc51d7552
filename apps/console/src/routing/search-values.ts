const TEXT_LENGTH_MAX = 100;

/** An id in the query of an address, whose digits the router reads as a number. */
export function idIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^[1-9]\d{0,15}$/.test(text) ? text : undefined;
}

/** A page in the query of an address; undefined: the first one. */
export function pageIn(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 1 ? value : undefined;
}

/** A text in the query of an address. */
export function textIn(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, TEXT_LENGTH_MAX) : undefined;
}

/** The value in the query of an address if the screen knows it. */
export function knownIn<Known extends string>(known: readonly Known[], value: unknown): Known | undefined {
  return known.find((one) => one === value);
}
