/** A form after what it edits was changed elsewhere. */
interface Merged<Values> {
  readonly values: Values;
  /** The fields that were changed here and elsewhere, to different values. */
  readonly conflicts: readonly (keyof Values)[];
}

/** Merges two changes of a form: typed values stay, and all other fields get the values that were saved elsewhere. */
export function merged<Values extends object>(base: Values, theirs: Values, mine: Values): Merged<Values> {
  const names = Object.keys(mine) as (keyof Values)[];
  const typed = names.filter((name) => !isSame(mine[name], base[name]));
  const own = Object.fromEntries(typed.map((name) => [name, mine[name]])) as Partial<Values>;
  return {
    values: { ...theirs, ...own },
    conflicts: typed.filter((name) => !isSame(theirs[name], base[name]) && !isSame(theirs[name], mine[name])),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
