import { isJson } from '../json-fields';
import { AccountNotice, DateWindow, TransactionBatch, TransactionRequest } from '../provider.port';
import { readRows } from '../read-rows';
import { stringifyLossless } from '../json-decimals';
import { ProviderError } from '../provider.errors';
import { idOf, noticesOf } from './account-set';
import { FoundAccount } from './account-sets';
import { currencyIn } from './accounts';
import { dayIn, fromProvider, isBooked } from './transaction-fields';

/**
 * The rows of one window in an answer, which may have more. Rows that cannot be read are set apart, the others kept.
 * @throws ProviderError `invalid_answer`
 */
export function batchFrom({ set, found }: FoundAccount, request: TransactionRequest): TransactionBatch {
  const { window, includePending } = request;
  const { transactions = [] } = found.account;
  if (!Array.isArray(transactions)) {
    throw new ProviderError({ kind: 'invalid_answer' }, 'GET accounts gave no list of transactions');
  }
  const includesPending = includePending && window.to === null;
  const wanted = (transactions as unknown[]).filter((row) => isWanted(row, window, includesPending));
  const currency = currencyIn(found.account);
  const { upserts, rejected } = readRows(
    wanted,
    (row) => fromProvider(row, currency),
    (row) => idOf(row.id),
    stringifyLossless,
  );
  const notices = noticesOf(set, found);
  const complete = rejected.length === 0 && !notices.some(({ isIncomplete }) => isIncomplete);
  return {
    upserts,
    removals: [],
    rejected,
    coverage: { ...window, includesPending, complete },
    nextCursor: null,
    hasMore: false,
    notice: noticeFrom(notices),
  };
}

/** Servers may give more than was asked for. A row without a day is looked at, for it may be one that cannot be read. */
function isWanted(row: unknown, { from, to }: DateWindow, includesPending: boolean): boolean {
  if (!isJson(row)) return true;
  if (!isBooked(row)) return includesPending;
  const day = dayIn(row);
  return day === null || (day >= from && (to === null || day <= to));
}

const TEXTS_MAX = 3;

function noticeFrom(notices: readonly AccountNotice[]): AccountNotice | null {
  const [gravest] = notices;
  if (!gravest) return null;
  const texts = new Set(notices.filter(({ kind }) => kind === gravest.kind).map(({ text }) => text));
  return { kind: gravest.kind, text: [...texts].slice(0, TEXTS_MAX).join(' ') };
}
