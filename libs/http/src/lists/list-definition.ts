/**
 * What a filter's values may be:
 *   exact    – any text, compared as it is
 *   contains – any text, found anywhere and in any case
 *   words    – every word of the value must be found; commas do not separate
 *   id       – whole numbers above 0
 *   flag     – true or false
 *   date     – one `YYYY-MM-DD`
 *   amount   – one exact decimal number
 *   currency – ISO 4217 codes
 *   oneOf    – the listed values
 */
export type FilterKind =
  | { readonly kind: 'exact' | 'contains' | 'words' | 'id' | 'flag' | 'date' | 'amount' | 'currency' }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] };

/** What an include embeds, a filter looks at or a flag asks for: the scope that it needs beside the endpoint's own. */
export interface Needs {
  readonly needs?: string;
  /** For the reader of the documentation, where the name does not say it. */
  readonly description?: string;
}

export type FilterDefinition = FilterKind & Needs;

/** What an endpoint takes in its query string: the only place that names it. */
export interface QueryDefinition {
  readonly includes: Readonly<Record<string, Needs>>;
  /** Parameters that are true or false, and false where they are absent. */
  readonly flags?: Readonly<Record<string, Needs>>;
  /** Others make the query: what is in it is the endpoint's own matter, and nothing is refused for its name. */
  readonly isOpen?: true;
}

/** What a list endpoint takes: pages, and sorts and filters by these names. */
export interface ListDefinition extends QueryDefinition {
  readonly sorts: readonly string[];
  /** As a client would write it, such as `-id`. */
  readonly defaultSort: string;
  readonly filters: Readonly<Record<string, FilterDefinition>>;
}

/** Of an endpoint that takes nothing. */
export const NO_QUERY = { includes: {} } as const satisfies QueryDefinition;

export const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 100;

/** Beyond this no list goes, and the offset stays an exact integer. */
export const PAGE_NUMBER_MAX = 1_000_000_000;

export const FILTER_LENGTH_MAX = 2000;
export const FILTER_VALUES_MAX = 200;
/** Of a search. */
export const WORDS_MAX = 20;
