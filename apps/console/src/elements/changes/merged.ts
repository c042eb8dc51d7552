/** A form after what it edits was changed elsewhere. */
interface Merged<Values> {
  readonly values: Values;
  /** What was changed here and there, to different values. */
  readonly conflicts: readonly (keyof Values)[];
}

/** What was typed stays; what was not touched here takes the value that it was given elsewhere. */
export function merged<Values extends object>(base: Values, theirs: Values, mine: Values): Merged<Values> {
  const names = Object.keys(mine) as (keyof Values)[];
  const typed = names.filter((name) => !isSame(mine[name], base[name]));
  const kept = Object.fromEntries(typed.map((name) => [name, mine[name]])) as Partial<Values>;
  return {
    values: { ...theirs, ...kept },
    conflicts: typed.filter((name) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name])),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
