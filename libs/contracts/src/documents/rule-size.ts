/** Maximum of characters of a condition's or an action's value. */
export const RULE_VALUE_LENGTH_MAX = 10_000;
export const RULE_DESCRIPTION_LENGTH_MAX = 2_000;
/** A field that a rule names, such as `mapped_fields.cost_centre` or a column of a sheet. */
export const RULE_FIELD_NAME_LENGTH_MAX = 100;

/** Maximum size of one rule: its events must fit into a message of half a megabyte. */
export const RULE_BYTES_MAX = 256 * 1024;

/** Maximum size of the hundred largest rules of a user, so that a page of rules has less than 2 MB. */
export const RULES_OF_A_PAGE_BYTES_MAX = 1_400_000;
/** A smaller rule is always accepted: a hundred of them are a fifth of a page's bytes. */
export const SMALL_RULE_BYTES_MAX = 4_000;

/** JSON size of a condition or an action without its value. */
export const RULE_PART_BYTES = 300;

interface SizedRule {
  readonly name: string;
  readonly description: string | null;
  readonly conditions: readonly { readonly value: string | null }[];
  readonly actions: readonly { readonly value: string | null }[];
}

/** The size of a rule as JSON, in bytes, rounded up. */
export function ruleBytes({ name, description, conditions, actions }: SizedRule): number {
  const parts = [...conditions, ...actions];
  const texts = [name, description, ...parts.map(({ value }) => value)];
  return texts.reduce((sum, text) => sum + jsonBytes(text), parts.length * RULE_PART_BYTES);
}

function jsonBytes(text: string | null): number {
  return Buffer.byteLength(JSON.stringify(text));
}
