/** An id as a decimal string, the form of responses. */
export function idText(id: number): string {
  return String(id);
}

/** A flag or counter that the interface declares as a string. */
export function wireText(value: boolean | number): string {
  return String(value);
}

/** ISO 8601 in UTC with milliseconds. */
export function timeText(time: Date): string {
  return time.toISOString();
}
