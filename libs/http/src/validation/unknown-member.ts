import { closestMatch } from 'leven';

/** How many letters a misspelling may differ in. */
const DISTANCE_MAX = 3;
const NAME_LENGTH_MAX = 60;

/** Says that the member is unknown, and suggests a known one. */
export function unknownMember(name: string, known: readonly string[]): string {
  const shown = name.slice(0, NAME_LENGTH_MAX);
  const meant = known.find((one) => spelling(one) === spelling(shown)) ?? nearest(shown, known);
  return `There is no field ${shown} here.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
}

/** In short names half of the letters must match. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const maxDistance = Math.min(DISTANCE_MAX, Math.floor(name.length / 2));
  return closestMatch(name, [...known], { maxDistance });
}

/** `redirectUrl` and `redirect-url` are `redirect_url`. */
function spelling(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9]/g, '').toLowerCase();
}
