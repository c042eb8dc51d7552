import type { DataSource, Page } from './data-source';
import { validationError } from './problem';
import type { PropertyValue } from './properties';

const PAGE_SIZE_MAX = 100;
/** The maximum of a query's results; `request_status` reports omitted ones. */
const RESULTS_MAX = 10_000;

export interface PageOfPages {
  readonly pages: readonly Page[];
  readonly nextCursor: string | null;
  readonly incomplete: boolean;
}

/** Returns a page of the query of a data source, without changes that are too new for the index. @throws Problem */
export function queried(
  source: DataSource,
  body: Readonly<Record<string, unknown>>,
  knownUntil: string,
): PageOfPages {
  const { filter, sorts, start_cursor: cursor, in_trash: trashed = false } = body;
  const size = pageSize(body['page_size']);
  const test = filter === undefined ? (): boolean => true : condition(source, filter);
  const matching = [...source.pages.values()].filter(
    (page) => page.inTrash === (trashed === true) && page.lastEditedTime <= knownUntil && test(page),
  );
  matching.sort(ordering(source, sorts));
  const start = cursor === undefined || cursor === null ? 0 : matching.findIndex(({ id }) => id === cursor);
  if (start < 0) throw validationError(`The start_cursor provided is invalid: ${String(cursor)}`);
  const end = Math.min(start + size, RESULTS_MAX);
  const hasMore = end < Math.min(matching.length, RESULTS_MAX);
  return {
    pages: matching.slice(start, end),
    nextCursor: hasMore ? (matching[end]?.id ?? null) : null,
    incomplete: !hasMore && matching.length > RESULTS_MAX,
  };
}

export function pageSize(value: unknown): number {
  if (value === undefined) return PAGE_SIZE_MAX;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > PAGE_SIZE_MAX) {
    throw validationError(`body failed validation: body.page_size should be ≤ \`${PAGE_SIZE_MAX}\`.`);
  }
  return value;
}

function condition(source: DataSource, filter: unknown): (page: Page) => boolean {
  const members = (filter ?? {}) as Record<string, unknown>;
  const { and, or, property, timestamp } = members;
  if (Array.isArray(and)) {
    const all = and.map((part) => condition(source, part));
    return (page) => all.every((test) => test(page));
  }
  if (Array.isArray(or)) {
    if (or.length > 100)
      throw validationError('body failed validation: body.filter.or.length should be ≤ `100`.');
    const any = or.map((part) => condition(source, part));
    return (page) => any.some((test) => test(page));
  }
  if (timestamp === 'created_time') return (page) => holds(page.createdTime, members['created_time']);
  const known = typeof property === 'string' ? source.property(property) : undefined;
  if (!known) throw validationError(`Could not find property with name or id: ${String(property)}`);
  if (!(known.type in members)) {
    throw validationError(
      `database property ${known.type} does not match filter ${Object.keys(members).join(', ')}`,
    );
  }
  return (page) => holds(page.values[known.id] ?? null, members[known.type]);
}

type Test = (value: PropertyValue, wanted: PropertyValue) => boolean;

const TESTS: Readonly<Record<string, Test>> = {
  equals: (value, wanted) => value === wanted,
  does_not_equal: (value, wanted) => value !== wanted,
  contains: (value, wanted) => String(value ?? '').includes(String(wanted)),
  starts_with: (value, wanted) => String(value ?? '').startsWith(String(wanted)),
  is_empty: (value) => value === null || value === '',
  is_not_empty: (value) => value !== null && value !== '',
  on_or_after: (value, wanted) => value !== null && String(value) >= String(wanted),
  on_or_before: (value, wanted) => value !== null && String(value) <= String(wanted),
  before: (value, wanted) => value !== null && String(value) < String(wanted),
  after: (value, wanted) => value !== null && String(value) > String(wanted),
};

function holds(value: PropertyValue, tests: unknown): boolean {
  return Object.entries((tests ?? {}) as Record<string, PropertyValue>).every(([name, wanted]) => {
    const test = TESTS[name];
    if (!test) throw validationError(`body failed validation: body.filter.${name} should be not present.`);
    return test(value, wanted);
  });
}

/** Returns the order of a query: its sorts, or the time of creation. */
function ordering(source: DataSource, sorts: unknown): (a: Page, b: Page) => number {
  const [sort] = (Array.isArray(sorts) ? sorts : []) as { property?: string; direction?: string }[];
  const property = sort?.property === undefined ? undefined : source.property(sort.property);
  const sign = sort?.direction === 'descending' ? -1 : 1;
  const keyOf = (page: Page): string =>
    String(property ? (page.values[property.id] ?? '') : page.createdTime);
  return (a, b) => sign * (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0);
}
