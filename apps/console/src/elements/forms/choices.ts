/** An option of a `Select`. */
export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

/** The options of a word table. The table is total over the values of the API: one that is missing does not compile. */
export function choicesOf<Value extends string>(words: Readonly<Record<Value, string>>): Choice<Value>[] {
  return valuesOf(words).map((value) => ({ value, label: words[value] }));
}

/** The values of a word table, in its order. */
export function valuesOf<Value extends string>(words: Readonly<Record<Value, unknown>>): readonly Value[] {
  // `Object.keys` forgets the type of its keys.
  return Object.keys(words) as Value[];
}

/** The given text if it is a value of the word table. */
export function valueIn<Value extends string>(
  words: Readonly<Record<Value, unknown>>,
  text: unknown,
): Value | undefined {
  return valuesOf(words).find((value) => value === text);
}
