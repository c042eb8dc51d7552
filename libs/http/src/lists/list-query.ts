import { ListDefinition, QueryDefinition } from './list-definition';

type NameOf<Part> = Extract<keyof Part, string>;
type FilterOf<D extends QueryDefinition> = D extends { readonly filters: infer Filters }
  ? NameOf<Filters>
  : never;
type ParameterOf<D extends QueryDefinition> = D extends { readonly parameters: infer Parameters }
  ? NameOf<Parameters>
  : never;
type FlagOf<D extends QueryDefinition> = D extends { readonly flags: infer Flags } ? NameOf<Flags> : never;

export interface SortField<Name extends string = string> {
  readonly field: Name;
  readonly descending: boolean;
}

/** The accepted values of one filter, at least one. */
export interface Filter<Name extends string = string> {
  readonly name: Name;
  readonly values: readonly string[];
}

export interface Page {
  /** Number of the page, from 1. */
  readonly number: number;
  readonly size: number;
}

/** A client's parsed query, checked against the endpoint's definition. */
export interface ResourceQuery<D extends QueryDefinition = QueryDefinition> {
  /** Included relations, with the parents of nested ones: `a.b` includes `a`. */
  readonly includes: ReadonlySet<NameOf<D['includes']>>;
  /** Flags that are true. */
  readonly flags: ReadonlySet<FlagOf<D>>;
  readonly filters: readonly Filter<FilterOf<D>>[];
  /** Values of the parameters that were given; absent: the endpoint has none. */
  readonly parameters?: Readonly<Partial<Record<ParameterOf<D>, string>>>;
}

/** A client's parsed query of a list. */
export interface ListQuery<D extends ListDefinition = ListDefinition> extends ResourceQuery<D> {
  readonly page: Page;
  readonly sorts: readonly SortField<D['sorts'][number]>[];
}

/** The scopes that the query needs beside the endpoint's own. */
export function scopesNeeded(
  definition: QueryDefinition,
  query: {
    readonly includes: ReadonlySet<string>;
    readonly flags: ReadonlySet<string>;
    readonly filters: readonly Filter[];
  },
): string[] {
  const { includes, flags, filters = {} } = definition;
  const needs = [
    ...[...query.includes].map((name) => includes[name]?.needs),
    ...[...query.flags].map((name) => flags?.[name]?.needs),
    ...query.filters.map(({ name }) => filters[name]?.needs),
  ];
  return [...new Set(needs.filter((scope) => scope !== undefined))];
}

export function isListDefinition(definition: QueryDefinition): definition is ListDefinition {
  return 'sorts' in definition;
}
