import { FilterKind, ListDefinition, QueryDefinition } from './list-definition';
import { isListDefinition, ListQuery, ResourceQuery } from './list-query';

/** Offset from which on a page counts as costly. */
const DEEP_ROWS = 1000;

/** Whether an index finds what the filter looks for. */
const IS_INDEXED: Readonly<Record<FilterKind['kind'], boolean>> = {
  id: true,
  idOrNone: false,
  exact: false,
  contains: false,
  words: false,
  flag: false,
  date: false,
  moment: true,
  amount: false,
  currency: false,
  oneOf: false,
};

/** Flags that read the raw rows, for which there is no index. */
const READS_ALL: ReadonlySet<string> = new Set(['disable_rules']);

/**
 * Whether the response may need all of the user's rows: whole lists, searches, filters and sorts without an index,
 * deep pages.
 */
export function isCostly(definition: QueryDefinition, query: ResourceQuery): boolean {
  if (!isListDefinition(definition)) return definition.readsAll === true;
  if (definition.isUnpaged) return true;
  const { page, sorts, filters } = query as unknown as ListQuery; // by its definition
  const deep = (page.number - 1) * page.size >= DEEP_ROWS;
  const isSorted = sorts.some(({ field }) => !isDefaultSort(definition, field));
  const isSearched = filters.some(({ name }) => !IS_INDEXED[definition.filters[name]?.kind ?? 'words']);
  const readsAll = filters.length > 0 && [...query.flags].some((flag) => READS_ALL.has(flag));
  return deep || isSorted || isSearched || readsAll;
}

function isDefaultSort({ defaultSort }: ListDefinition, field: string): boolean {
  return field === 'id' || field === defaultSort.replace(/^-/, '');
}
