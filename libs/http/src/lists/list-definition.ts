/**
 * The kinds of a filter's values:
 * exact    – any text, compared exactly
 * contains – any text, found at any position and in any case
 * words    – every word of the value must be found; commas do not separate
 * id       – whole numbers above 0
 * idOrNone – the same, or `none` for rows without one
 * flag     – true or false
 * date     – one `YYYY-MM-DD`
 * moment   – one ISO 8601 time with its offset
 * amount   – one exact decimal number
 * currency – ISO 4217 codes
 * oneOf    – the listed values
 */
export type FilterKind =
  | {
      readonly kind:
        | 'exact'
        | 'contains'
        | 'words'
        | 'id'
        | 'idOrNone'
        | 'flag'
        | 'date'
        | 'moment'
        | 'amount'
        | 'currency';
    }
  | { readonly kind: 'oneOf'; readonly values: readonly string[] };

/** The value of a filter of the kind `idOrNone` for rows without an id. */
export const NO_ID = 'none';

/** The scope that an include, a filter or a flag needs beside the endpoint's own. */
export interface Needs {
  readonly needs?: string;
  /** Description in the documentation, if the name is not enough. */
  readonly description?: string;
}

export type FilterDefinition = FilterKind & Needs;

/** The query parameters of an endpoint. Parser, validation and documents derive from this definition. */
export interface QueryDefinition {
  readonly includes: Readonly<Record<string, Needs>>;
  /** Boolean parameters, false if they are absent. */
  readonly flags?: Readonly<Record<string, Needs>>;
  readonly filters?: Readonly<Record<string, FilterDefinition>>;
  /** Parameters with one value each. */
  readonly parameters?: Readonly<Record<string, FilterDefinition>>;
  /** The response may be computed from all of the user's rows. */
  readonly readsAll?: true;
  /** The endpoint reads the query itself: any name is allowed. */
  readonly allowsUnknown?: true;
}

/** The parameters of a list endpoint: pages and sorts beside filters. */
export interface ListDefinition extends QueryDefinition {
  /** The endpoint sends the whole list, and takes no page. */
  readonly isUnpaged?: true;
  readonly sorts: readonly string[];
  /** Sort of the list in the notation of clients, such as `-id`. */
  readonly defaultSort: string;
  readonly filters: Readonly<Record<string, FilterDefinition>>;
}

/** Query of an endpoint without parameters. */
export const NO_QUERY = { includes: {} } as const satisfies QueryDefinition;

export const PAGE_SIZE_DEFAULT = 25;
export const PAGE_SIZE_MAX = 100;

/** Maximum page number: no list is longer, and the offset stays an exact integer. */
export const PAGE_NUMBER_MAX = 1_000_000_000;

export const FILTER_LENGTH_MAX = 2000;
export const FILTER_VALUES_MAX = 200;
/** The maximum of names that `include` or `sort` lists. */
export const NAMES_MAX = 50;
/** Maximum of dots in a name: `a.b.c` has two; no name of the interface has more than four. */
export const DOTS_MAX = 8;
/** The maximum of parameters, repeated ones too. */
export const PARAMETERS_MAX = 100;
/** The maximum where another's page or program makes the query: apps name each account when they read a feed. */
export const OPEN_PARAMETERS_MAX = 1000;
/** The maximum of a search. */
export const WORDS_MAX = 20;
