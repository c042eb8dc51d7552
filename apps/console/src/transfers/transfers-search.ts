import { isDay } from '@tributary/money';
import { KINDS } from '../destinations/kind-words';

/** The values of the filters that are a choice. */
export const CHOICES = {
  status: ['TRANSFERRED', 'FAILED'],
  state: ['PENDING', 'TRANSFERRED', 'FAILED', 'SKIPPED'],
  operation: ['CREATE', 'UPDATE', 'DELETE'],
  type: KINDS,
  there: ['PRESENT', 'CHANGED', 'RECONCILED', 'DELETED', 'REMOVED', 'ABSENT', 'UNKNOWN'],
} as const;

type Choice = keyof typeof CHOICES;

/** The filters of the list, as the URL has them. */
export interface TransfersSearch extends Partial<{ readonly [C in Choice]: (typeof CHOICES)[C][number] }> {
  readonly account?: string;
  readonly link?: string;
  readonly transaction?: string;
  readonly from?: string;
  readonly to?: string;
  readonly page?: number;
}

const IDS = ['account', 'link', 'transaction'] as const;
const DAYS = ['from', 'to'] as const;

/** What of a URL’s query is a filter of the list. */
export function transfersSearch(search: Record<string, unknown>): TransfersSearch {
  const { page } = search;
  return {
    ...chosen(search, 'status'),
    ...chosen(search, 'state'),
    ...chosen(search, 'operation'),
    ...chosen(search, 'type'),
    ...chosen(search, 'there'),
    ...matching(search, IDS, (text) => /^[1-9]\d{0,15}$/.test(text)),
    ...matching(search, DAYS, isDay),
    ...(Number.isInteger(page) && Number(page) > 1 ? { page: Number(page) } : {}),
  };
}

/** The filters in the API’s names. */
export function queryOf(search: TransfersSearch) {
  const filters = {
    'filter[status]': search.status,
    'filter[transfer_status]': search.state,
    'filter[operation]': search.operation,
    'filter[destination_type]': search.type,
    'filter[destination_state]': search.there,
    'filter[financial_account_id]': search.account,
    'filter[transfer_link_id]': search.link,
    'filter[transaction_id]': search.transaction,
    'filter[created_after]': search.from,
    'filter[created_before]': search.to,
  };
  const given = Object.entries(filters).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as Partial<typeof filters>;
}

function chosen<C extends Choice>(search: Record<string, unknown>, name: C): Pick<TransfersSearch, C> {
  const values: readonly unknown[] = CHOICES[name];
  return (values.includes(search[name]) ? { [name]: search[name] } : {}) as Pick<TransfersSearch, C>;
}

function matching<N extends string>(
  search: Record<string, unknown>,
  names: readonly N[],
  isFit: (text: string) => boolean,
): Partial<Record<N, string>> {
  const found = names.flatMap((name) => {
    const value = search[name];
    const text = typeof value === 'number' ? String(value) : value;
    return typeof text === 'string' && isFit(text) ? [[name, text] as const] : [];
  });
  return Object.fromEntries(found) as Partial<Record<N, string>>;
}
