/**
 * What a filter's values may be:
 *   exact    – any text, compared as it is
 *   contains – any text, found anywhere and in any case
 *   words    – every word of the value must be found; commas do not separate
 *   id       – whole numbers above 0
 *   flag     – true or false
 *   date     – one `YYYY-MM-DD`
 *   currency – ISO 4217 codes
 *   oneOf    – the listed values
 */
export type FilterKind =
  | { readonly kind: 'exact' | 'contains' | 'words' | 'id' | 'flag' | 'date' | 'currency' }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] };

/** What an include embeds, or a filter looks at, may need a scope beside the endpoint's own. */
export interface Needs {
  readonly needs?: string;
}

export type FilterDefinition = FilterKind & Needs;

/** What one list endpoint takes: the only place that names its sorts, includes and filters. */
export interface ListDefinition {
  readonly sorts: readonly string[];
  /** As a client would write it, such as `-id`. */
  readonly defaultSort: string;
  readonly includes: Readonly<Record<string, Needs>>;
  readonly filters: Readonly<Record<string, FilterDefinition>>;
}

export const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 100;
