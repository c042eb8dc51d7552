/** The last second of a day such as `2026-12-31`, where the reader is. */
export function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}
