import { TransactionBatch } from '../../providers/provider.port';
import { CallResult } from '../../providers/metering/metered-calls';

/** Requests one page; a null cursor requests the first. */
export type FetchPage = (cursor: string | null) => Promise<CallResult<TransactionBatch>>;

/**
 * Maximum number of pages of a window. No real account has more; a provider that exceeds it returns pages without end.
 */
const PAGES_MAX = 1000;
const TEXT_LENGTH_MAX = 128 * 1024 * 1024;
/** Restarts of a window whose cursor the provider refuses between two pages. */
const RESTARTS_MAX = 1;

/**
 * Reads one window to its last page and returns all pages as one. Rows are identified among all rows of their window,
 * so the page size makes no difference. If a page is missing, the window gives no rows; an empty page that names a next
 * page is not the end. A repeated page counts once. If the provider names a page that was already read, the window ends
 * there and is incomplete.
 */
export async function readWindow(fetchPage: FetchPage): Promise<CallResult<TransactionBatch>> {
  for (let restarts = 0; ; restarts += 1) {
    const result = await readPages(fetchPage);
    const mayBeginAgain = result.kind === 'failed' && result.failure.kind === 'cursor_refused';
    if (!mayBeginAgain || restarts >= RESTARTS_MAX) return result;
  }
}

async function readPages(fetchPage: FetchPage): Promise<CallResult<TransactionBatch>> {
  const pages: TransactionBatch[] = [];
  const asked = new Set<string>();
  let textLength = 0;
  for (let cursor: string | null = null; ;) {
    const result = await fetchPage(cursor);
    if (result.kind !== 'answered') return result;
    const page = result.value;
    textLength += lengthOf(page);
    if (!pages.some((earlier) => isSamePage(earlier, page))) pages.push(page);
    if (!page.hasMore || page.nextCursor === null) return { kind: 'answered', value: joined(pages, true) };
    if (asked.has(page.nextCursor)) return { kind: 'answered', value: joined(pages, false) };
    if (asked.size >= PAGES_MAX || textLength > TEXT_LENGTH_MAX) return ENDLESS;
    cursor = page.nextCursor;
    asked.add(cursor);
  }
}

const ENDLESS: CallResult<TransactionBatch> = { kind: 'failed', failure: { kind: 'invalid_answer' } };

function joined(pages: readonly TransactionBatch[], endReached: boolean): TransactionBatch {
  const [first] = pages;
  if (!first) throw new Error('a window has at least one page');
  if (pages.length === 1 && endReached) return first;
  const complete = endReached && pages.every(({ coverage }) => coverage.complete);
  return {
    upserts: pages.flatMap(({ upserts }) => upserts),
    removals: pages.flatMap(({ removals }) => removals),
    rejected: pages.flatMap(({ rejected }) => rejected),
    coverage: { ...first.coverage, complete, listsAll: endReached },
    nextCursor: null,
    hasMore: false,
    notice: first.notice ?? null,
  };
}

/**
 * Compares pages to the letter. A page that repeats one row is never the same page, because its rows could be equal
 * purchases.
 */
function isSamePage(a: TransactionBatch, b: TransactionBatch): boolean {
  if (a.upserts.length !== b.upserts.length || a.upserts.length < 2) return false;
  const [first] = a.upserts;
  return (
    a.upserts.every(({ rawJson }, index) => rawJson === b.upserts[index]?.rawJson) &&
    a.upserts.some(({ rawJson }) => rawJson !== first?.rawJson)
  );
}

function lengthOf({ upserts, rejected }: TransactionBatch): number {
  const sum = (total: number, { rawJson }: { readonly rawJson: string }): number => total + rawJson.length;
  return rejected.reduce(sum, upserts.reduce(sum, 0));
}
