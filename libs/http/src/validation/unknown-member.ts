import { closestMatch } from 'leven';

/** Maximum number of different letters in a misspelling. */
const DISTANCE_MAX = 3;
const NAME_LENGTH_MAX = 60;

/** Error message for an unknown member, with a known one as a suggestion. */
export function unknownMember(name: string, known: readonly string[]): string {
  const shown = name.slice(0, NAME_LENGTH_MAX);
  const meant = known.find((one) => spelling(one) === spelling(shown)) ?? nearest(shown, known);
  return `There is no field ${shown} here.${meant === undefined ? '' : ` Did you mean ${meant}?`}`;
}

/** The most similar known name; in short names half of the letters must match. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const maxDistance = Math.min(DISTANCE_MAX, Math.floor(name.length / 2));
  return closestMatch(name, [...known], { maxDistance });
}

/** The normal spelling of a name: `redirectUrl` and `redirect-url` become `redirect_url`. */
function spelling(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9]/g, '').toLowerCase();
}
