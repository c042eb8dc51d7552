import { isDay } from '@tributary/money';
import { KIND_TITLES } from '../destinations/kind-words';
import { valueIn } from '../elements/forms/choices';
import { idIn, pageIn } from '../routing/search-values';
import {
  DESTINATION_STATE_WORDS,
  OPERATION_WORDS,
  RESULT_WORDS,
  TRANSFER_STATUS_WORDS,
} from './transfer-words';

/** The filters that are a choice, with the words of their values. */
export const CHOICES = {
  status: RESULT_WORDS,
  state: TRANSFER_STATUS_WORDS,
  operation: OPERATION_WORDS,
  type: KIND_TITLES,
  there: DESTINATION_STATE_WORDS,
} as const;

type Choice = keyof typeof CHOICES;

/** The filters of the list, as the address has them. */
export interface TransfersSearch extends Partial<{ readonly [C in Choice]: keyof (typeof CHOICES)[C] }> {
  readonly account?: string;
  readonly link?: string;
  readonly transaction?: string;
  readonly from?: string;
  readonly to?: string;
  readonly page?: number;
}

/** The filters in the query of an address. */
export function transfersSearch(search: Record<string, unknown>): TransfersSearch {
  return {
    status: valueIn(CHOICES.status, search['status']),
    state: valueIn(CHOICES.state, search['state']),
    operation: valueIn(CHOICES.operation, search['operation']),
    type: valueIn(CHOICES.type, search['type']),
    there: valueIn(CHOICES.there, search['there']),
    account: idIn(search['account']),
    link: idIn(search['link']),
    transaction: idIn(search['transaction']),
    from: dayIn(search['from']),
    to: dayIn(search['to']),
    page: pageIn(search['page']),
  };
}

function dayIn(value: unknown): string | undefined {
  return typeof value === 'string' && isDay(value) ? value : undefined;
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
