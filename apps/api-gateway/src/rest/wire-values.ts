/** Ids are decimal strings in responses. */
export function idText(id: number): string {
  return String(id);
}

/** Flags and counters that the interface declares as strings. */
export function wireText(value: boolean | number): string {
  return String(value);
}

/** ISO 8601 in UTC with milliseconds. */
export function timeText(time: Date): string {
  return time.toISOString();
}
