const knownDays = new Map<string, boolean>();
const KNOWN_DAYS_MAX = 20_000;

/** A day of the calendar, or null: a source's date may be invalid (2026-02-31). */
export function dayOrNull(text: string | null): string | null {
  if (!text) return null;
  let isDay = knownDays.get(text);
  if (isDay === undefined) {
    const time = Date.parse(`${text}T00:00:00Z`);
    isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) && text > '0001';
    if (knownDays.size < KNOWN_DAYS_MAX) knownDays.set(text, isDay);
  }
  return isDay ? text : null;
}

const WITH_ZONE = /(Z|[+-]\d{2}:?\d{2})$/i;

/** A point in time, or null; a time that names no zone is UTC. */
export function instantOrNull(text: string): string | null {
  if (text === '') return null;
  const time = Date.parse(WITH_ZONE.test(text) ? text : `${text}Z`);
  return Number.isNaN(time) ? null : new Date(time).toISOString();
}

export function textOrNull(text: string | undefined): string | null {
  return text || null;
}
