import { FILTER_NAMES, type FilterName, type TransactionsQuery } from './filters';

export type Sort = NonNullable<TransactionsQuery['sort']>[number];

/** The state of the screen, which is its address: the API's filters by their names, and the order. */
export type TransactionsSearch = { readonly [Name in FilterName]?: string } & { readonly sort?: Sort };

/** The sort orders that the screen offers, with their labels. */
export const SORTS = {
  'mapped_fields.date': 'Date',
  booking_date: 'Booking date',
  value_date: 'Value date',
  amount: 'Amount',
  created_at: 'Arrival',
  updated_at: 'Last change',
} as const satisfies Partial<Record<Sort, string>>;
export type SortColumn = keyof typeof SORTS;

const DEFAULT_SORT: Sort = '-mapped_fields.date';
const TEXT_LENGTH_MAX = 2000;

/** Short names that other screens use in their links. */
const ALIASES: Readonly<Record<string, FilterName>> = {
  account_id: 'financial_account_id',
  text: 'search',
  from: 'date_after',
  to: 'date_before',
};

/** The screen's state in an address, whoever wrote that. */
export function searchOf(search: Readonly<Record<string, unknown>>): TransactionsSearch {
  const named = Object.fromEntries(
    Object.entries(search).map(([name, value]) => [ALIASES[name] ?? name, value]),
  );
  const filters = FILTER_NAMES.flatMap((name) => {
    const text = textOf(named[name]);
    return text === undefined ? [] : [[name, text] as const];
  });
  const sort = sortOf(named['sort']);
  return { ...Object.fromEntries(filters), ...(sort === undefined ? {} : { sort }) };
}

/** The API's query with these filters, for pages of rows. */
export function listQueryOf(search: TransactionsSearch): TransactionsQuery {
  return { ...filtersOf(search), sort: [orderOf(search)] };
}

/** The order of the list. */
export function orderOf({ sort = DEFAULT_SORT }: TransactionsSearch): Sort {
  return sort;
}

/** The order after a click on a column: descending first, then the other way round. */
export function sortedBy(search: TransactionsSearch, column: SortColumn): Sort {
  return orderOf(search) === `-${column}` ? column : `-${column}`;
}

/** The address from which the browser downloads the matching transactions, in the same order. */
export function exportUrl(search: TransactionsSearch): string {
  const query = new URLSearchParams({
    ...filtersOf(search),
    sort: orderOf(search),
    byte_order_mark: 'true',
  });
  return `/api/v1/finance/transactions/export?${query.toString()}`;
}

/** The filters that are set, except for the search box. */
export function chipsOf(search: TransactionsSearch): readonly FilterName[] {
  return FILTER_NAMES.filter((name) => name !== 'search' && search[name] !== undefined);
}

/** The state with a filter set, or without it. */
export function withFilter(search: TransactionsSearch, name: FilterName, text: string): TransactionsSearch {
  const { [name]: _, ...others } = search;
  return text.trim() === '' ? others : { ...others, [name]: text };
}

function filtersOf(search: TransactionsSearch): Record<string, string> {
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const text = search[name];
      return text === undefined ? [] : [[`filter[${name}]`, text]];
    }),
  );
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const text = String(value).slice(0, TEXT_LENGTH_MAX);
  return text.trim() === '' ? undefined : text;
}

function sortOf(value: unknown): Sort | undefined {
  if (typeof value !== 'string') return undefined;
  return Object.keys(SORTS).includes(value.replace(/^-/, '')) ? (value as Sort) : undefined;
}
