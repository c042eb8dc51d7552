/** A kind of request to `GET /finance/transactions`; its query strings are used in turn. */
export interface RestCase {
  readonly name: string;
  readonly queries: readonly string[];
}

const ALL_INCLUDES = [
  'financial_account.financial_connection.institution',
  'transfer_logs',
  'enriched',
  'trade',
  'failed_transfers',
  'attempted_transfers',
].join(',');

export const PAGE_SIZE = 25;

export const FIRST_PAGE: RestCase = { name: 'first_page', queries: [''] };

export function lastPage(total: number): RestCase {
  return { name: 'last_page', queries: [`page[number]=${Math.ceil(total / PAGE_SIZE)}`] };
}

/** The most expensive page: as far from the start as from the end. */
export function middlePage(total: number): RestCase {
  return { name: 'middle_page', queries: [`page[number]=${Math.ceil(total / PAGE_SIZE / 2)}`] };
}

export const CASES: readonly RestCase[] = [
  {
    name: 'filtered_page',
    queries: [1, 2, 3, 4].map(
      (month) =>
        `filter[booked]=true&filter[booking_date_after]=2024-0${month}-01&filter[booking_date_before]=2024-0${month + 2}-28`,
    ),
  },
  { name: 'one_account', queries: [1, 2, 3, 4, 5].map((id) => `filter[financial_account_id]=${id}`) },
  {
    name: 'name_filter_sorted',
    queries: ['bakery', 'golden market', 'cafe'].map(
      (name) => `filter[creditor.name]=${name}&sort=-booking_date`,
    ),
  },
  { name: 'sorted_page', queries: ['sort=-booking_date', 'sort=amount', 'sort=-mapped_fields.date'] },
  {
    name: 'transfer_status',
    queries: ['filter[transfer_status]=TRANSFERRED', 'filter[transfer_status]=NONE'],
  },
  { name: 'all_includes', queries: [`include=${ALL_INCLUDES}`] },
];

/** Words of every kind that people look for, by how often they are there. */
export const SEARCHES: readonly RestCase[] = [
  { name: 'search_rare', queries: words('517032', 'rf000000123450', '904417', '000200') },
  { name: 'search_common', queries: words('card', 'payment', 'market', 'helsinki', 'maija') },
  { name: 'search_none', queries: words('zzxqy', 'nothing-like-this', 'q9q9q9') },
  { name: 'search_two_words', queries: words('market helsinki', 'card bakery', 'rent riga', 'golden taxi') },
  { name: 'search_two_letters', queries: words('oy', 'ab', 'xq', '17') },
  { name: 'search_part_of_word', queries: words('arke', 'lsink', 'nsuran') },
];

function words(...texts: string[]): string[] {
  return texts.map((text) => `filter[search]=${text}`);
}

/** The path of a query below a server's base URL. */
export function pathOf(query: string): string {
  const parameters = new URLSearchParams(query);
  return parameters.size > 0 ? `/finance/transactions?${parameters.toString()}` : '/finance/transactions';
}
