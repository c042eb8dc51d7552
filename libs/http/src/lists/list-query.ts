import { ListDefinition } from './list-definition';

type NameOf<Part> = Extract<keyof Part, string>;

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
  /** From 1. */
  readonly number: number;
  readonly size: number;
}

/** What a client asked of a list, checked against the list's definition. */
export interface ListQuery<D extends ListDefinition = ListDefinition> {
  readonly page: Page;
  readonly sorts: readonly SortField<D['sorts'][number]>[];
  /** With the parents of nested ones: `a.b` includes `a`. */
  readonly includes: ReadonlySet<NameOf<D['includes']>>;
  readonly filters: readonly Filter<NameOf<D['filters']>>[];
}

/** The scopes that the query needs beside the endpoint's own. */
export function scopesNeeded<D extends ListDefinition>(definition: D, query: ListQuery<D>): string[] {
  const { includes, filters }: ListDefinition = definition;
  const needs = [
    ...[...query.includes].map((name) => includes[name]?.needs),
    ...query.filters.map(({ name }) => filters[name]?.needs),
  ];
  return [...new Set(needs.filter((scope) => scope !== undefined))];
}
