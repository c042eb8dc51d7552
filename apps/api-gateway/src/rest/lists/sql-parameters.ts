/** The values of a statement: each is sent beside the text, never in it. */
export class SqlParameters {
  readonly values: unknown[] = [];

  /** @returns the parameter as the statement names it, such as `$3` */
  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  texts(values: readonly string[]): string {
    return `${this.add(values)}::text[]`;
  }

  ids(values: readonly (string | number)[]): string {
    return `${this.add(values.map(Number))}::bigint[]`;
  }
}

/** Returns the patterns with which `ilike any` finds the texts at any position. Wildcards in the texts are escaped. */
export function anywhere(texts: readonly string[]): string[] {
  return texts.map((text) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
}
