import { isDay, addDays } from '@tributary/money';
import type { BankAccount } from '../bank/bank-account';
import { problem } from './problem';
import type { ProviderBState } from './provider-b.state';
import { unfinishedTransactions, wireTransaction } from './wire-transaction';

export interface TransactionQuery {
  readonly date_from?: string;
  readonly date_to?: string;
  readonly continuation_key?: string;
  readonly transaction_status?: string;
}

/** The content of a key: the position, and the request that it belongs to. */
interface Position {
  readonly step: number;
  readonly request: string;
}

const STATUSES = ['BOOK', 'CNCL', 'HOLD', 'OTHR', 'PDNG', 'RJCT', 'SCHD'];

/** Returns a page of transactions. A key is valid only for the same request of the same account. @throws Problem */
export function transactionPage(
  state: ProviderBState,
  account: BankAccount,
  uid: string,
  query: TransactionQuery,
): object {
  const window = windowOf(state, query);
  const request = JSON.stringify([uid, query.date_from, query.date_to, query.transaction_status]);
  const { step } =
    query.continuation_key === undefined ? { step: 0 } : positionIn(query.continuation_key, request);
  const rows = rowsIn(state, account, uid, window, query.transaction_status);
  const pages = pagesOf(state, rows);
  const isLast = step >= pages.length - 1;
  const next = {
    step: state.behaviour.sameKeyForEver ? Math.min(step + 1, pages.length - 1) : step + 1,
    request,
  };
  const hasNext = !isLast || (state.behaviour.sameKeyForEver && pages.length > 1);
  return {
    transactions: pages[Math.min(step, pages.length - 1)],
    ...(hasNext ? { continuation_key: keyOf(next) } : {}),
  };
}

function pagesOf({ behaviour }: ProviderBState, rows: readonly object[]): (readonly object[])[] {
  const pages: (readonly object[])[] = [];
  for (let from = 0; from < rows.length; from += behaviour.rowsPerPage) {
    const page = rows.slice(from, from + behaviour.rowsPerPage);
    if (behaviour.emptyPages) pages.push([]);
    pages.push(page);
    if (behaviour.doubledPages) pages.push(page);
  }
  return pages.length === 0 ? [[]] : pages;
}

function rowsIn(
  { behaviour }: ProviderBState,
  account: BankAccount,
  uid: string,
  window: { readonly from: string; readonly to: string },
  wanted: string | undefined,
): object[] {
  const context = { uid, withoutReferences: behaviour.withoutReferences };
  const isIn = ({ date }: { readonly date: string }): boolean =>
    date === '' || (date >= window.from && date <= window.to);
  const booked = account.booked.filter(isIn).map((entry) => wireTransaction(entry, 'BOOK', context));
  const pending = account.pending.filter(isIn).map((entry) => wireTransaction(entry, 'PDNG', context));
  const unfinished = behaviour.showsUnfinished ? unfinishedTransactions(booked[0]) : [];
  const rows = [...pending, ...unfinished, ...booked];
  return wanted === undefined ? rows : rows.filter(({ status }) => status === wanted);
}

function windowOf(state: ProviderBState, query: TransactionQuery): { from: string; to: string } {
  const { date_from: from, date_to: to, transaction_status: status } = query;
  const today = state.clock.today();
  const oldest = addDays(today, -state.behaviour.historyDays);
  for (const date of [from, to]) {
    if (date !== undefined && !isDay(date)) throw problem('WRONG_REQUEST_PARAMETERS');
  }
  if (status !== undefined && !STATUSES.includes(status)) {
    throw problem('WRONG_REQUEST_PARAMETERS');
  }
  if (to !== undefined && from === undefined) throw problem('DATE_TO_WITHOUT_DATE_FROM');
  if (from !== undefined && from > today) throw problem('DATE_FROM_IN_FUTURE');
  if (from !== undefined && to !== undefined && from > to) throw problem('WRONG_DATE_INTERVAL');
  if (from !== undefined && from < oldest) {
    throw problem('WRONG_TRANSACTIONS_PERIOD', `date_from must not be before ${oldest}`);
  }
  const heeded = state.behaviour.ignoresDateFrom ? oldest : (from ?? oldest);
  return { from: heeded, to: to ?? '9999-12-31' };
}

function keyOf(position: Position): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

function positionIn(key: string, request: string): Position {
  try {
    const position = JSON.parse(Buffer.from(key, 'base64url').toString()) as Position;
    if (position.request === request && Number.isInteger(position.step)) return position;
  } catch {
    // The key is none of this server.
  }
  throw problem('WRONG_CONTINUATION_KEY');
}
