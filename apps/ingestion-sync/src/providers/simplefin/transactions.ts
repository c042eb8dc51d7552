import { inTurns } from '@tributary/outbound';
import { parseLossless, stringifyLossless } from '../mapping/json-decimals';
import { isJson } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import { AccountNotice, DateWindow, TransactionBatch, TransactionRequest } from '../provider.port';
import { ReadRows, RowReader, RowRefused } from '../read-rows';
import { idOf, noticesOf } from './account-set';
import { FoundAccount } from './account-sets';
import { currencyIn } from './accounts';
import { counted } from './reading/answer-beyond-limits';
import { ANSWER_LIMITS } from './reading/answer-limits';
import { answerRefused } from './reading/refused-answers';
import { linesOf, TOO_LONG_ROW } from './reading/read-answer';
import { dayIn, fromProvider, isBooked } from './transaction-fields';

/**
 * Returns the rows of one window in a response, which may have more. Unreadable rows are returned separately.
 * @throws ProviderError `invalid_answer`, `answer_refused`
 */
export async function batchFrom(
  { set, found }: FoundAccount,
  request: TransactionRequest,
): Promise<TransactionBatch> {
  const { window, includePending } = request;
  if (found.account.transactions !== undefined) {
    throw new ProviderError({ kind: 'invalid_answer' }, 'GET accounts gave no list of transactions');
  }
  const includesPending = includePending && window.to === null;
  const { upserts, rejected } = await rowsIn(found, window, includesPending);
  const notices = noticesOf(set, found);
  const listsAll = !notices.some(({ isIncomplete }) => isIncomplete);
  const complete = rejected.length === 0 && listsAll;
  return {
    upserts,
    removals: [],
    rejected,
    coverage: { ...window, includesPending, complete, listsAll },
    nextCursor: null,
    hasMore: false,
    notice: noticeFrom(notices),
  };
}

async function rowsIn(
  { rows, account }: FoundAccount['found'],
  window: DateWindow,
  includesPending: boolean,
): Promise<ReadRows> {
  if (rows?.isCut) throw tooManyRows(ANSWER_LIMITS.rowsPerAccount, '');
  const currency = currencyIn(account);
  const reader = new RowReader(
    (row) => fromProvider(row, currency),
    (row) => idOf(row.id),
    stringifyLossless,
  );
  let count = 0;
  await inTurns(rows ? linesOf(rows) : [], (line) => {
    const row = rowOf(line);
    if (!(row instanceof RowRefused) && !isWanted(row, window, includesPending)) return;
    count += 1;
    if (count > ANSWER_LIMITS.rowsPerWindow) throw tooManyRows(ANSWER_LIMITS.rowsPerWindow, IN_A_WINDOW);
    if (row instanceof RowRefused) reader.refuse(row, line);
    else reader.add(row);
  });
  return reader.result;
}

const IN_A_WINDOW = ' within sixty days';

function tooManyRows(max: number, where: string): ProviderError {
  const message = `The server's answer has more than ${counted(max)} transactions of the account${where}.`;
  return answerRefused({ limit: 'rows', message });
}

/** The row, or why it is none. */
function rowOf(line: string): unknown {
  if (line.startsWith(TOO_LONG_ROW)) {
    return new RowRefused(`the row has more than ${ANSWER_LIMITS.rowChars} characters`);
  }
  try {
    return parseLossless(line);
  } catch {
    return new RowRefused('the row is not JSON, or has a member twice');
  }
}

/** Servers may return more than requested. A row without a day is included, because it may be an unreadable one. */
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
