import { isJson, Json, textOf } from '../../mapping/json-fields';
import { ProviderError } from '../../provider.errors';
import { AccountAccess, AllowanceReading, DateWindow, Metered } from '../../provider.port';
import { accountPath } from '../accounts';
import { invalidAnswer, ProviderCAnswer, ProviderCClient } from '../client/client';
import { decimalOf, stringifyLossless } from '../../mapping/json-decimals';
import { accountAllowance } from '../client/rate-limits';
import { fromSecret } from '../client/user-secret';

/** The documented maximum. */
const ROWS_PER_PAGE = 1000;
/** Far more than ninety days of any account. */
const PAGES_MAX = 200;
/** Maximum number of readings of a window. It is read again if rows appear or disappear while its pages are read. */
const ATTEMPTS = 3;

/**
 * Reads a window of activities page by page. A page is numbered from the newest row on, so a row that appears or
 * disappears during the reading shifts all others. Pages that do not add up are read again, and accepted when two
 * readings are equal.
 */
export class ActivityPages {
  private allowance: AllowanceReading | null = null;

  constructor(
    private readonly client: Pick<ProviderCClient, 'send'>,
    private readonly access: AccountAccess,
    private readonly window: DateWindow,
  ) {}

  /**
   * Returns the rows in a stable order, each once.
   * @throws ProviderError
   */
  async readAll(): Promise<Metered<readonly unknown[]>> {
    let before: string | null = null;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const { rows, addsUp } = await this.readPages();
      const text = addsUp ? null : stringifyLossless(rows);
      if (addsUp || text === before) return { value: inOrder(rows), allowance: this.allowance };
      before = text;
    }
    throw new ProviderError(
      { kind: 'transient', retryAfterMs: null },
      'GET activities changed while its pages were read',
      this.allowance,
    );
  }

  private async readPages(): Promise<{ readonly rows: readonly unknown[]; readonly addsUp: boolean }> {
    const rows: unknown[] = [];
    const totals = new Set<number | null>();
    for (let page = 1; page <= PAGES_MAX; page += 1) {
      const answer = await this.fetchPage(rows.length);
      const total = totalOf(answer);
      const added = rowsOf(answer);
      totals.add(total);
      for (const row of added) rows.push(row);
      if (!isEnd(rows.length, added.length, total)) continue;
      return { rows, addsUp: page === 1 || (totals.size === 1 && areDifferent(rows, total)) };
    }
    throw invalidAnswer({ call: 'GET activities' }, 'has pages without end', {});
  }

  private async fetchPage(offset: number): Promise<ProviderCAnswer<Json>> {
    await this.access.permit?.();
    const { from, to } = this.window;
    const answer = await this.client.send({
      call: 'GET activities',
      method: 'GET',
      path: accountPath(this.access, 'activities'),
      query: {
        startDate: from,
        ...(to === null ? {} : { endDate: to }),
        offset: String(offset),
        limit: String(ROWS_PER_PAGE),
      },
      user: fromSecret(this.access.consent.secret),
    });
    this.allowance = accountAllowance(answer.headers);
    return answer;
  }
}

function rowsOf({ body, headers }: ProviderCAnswer<Json>): readonly unknown[] {
  if (Array.isArray(body.data)) return body.data as unknown[];
  throw invalidAnswer({ call: 'GET activities' }, 'gave no list', headers);
}

/** Returns the number of rows in the window; null if the response does not state it. */
function totalOf({ body }: ProviderCAnswer<Json>): number | null {
  const total = isJson(body.pagination) ? decimalOf(body.pagination.total) : null;
  return total === null ? null : Number(total);
}

function isEnd(rows: number, added: number, total: number | null): boolean {
  return added === 0 || (total === null ? added < ROWS_PER_PAGE : rows >= total);
}

/**
 * Returns whether the number of different rows is the announced one. If not, a repeated row has displaced another one.
 */
function areDifferent(rows: readonly unknown[], total: number | null): boolean {
  return total === null || (rows.length === total && withoutRepeats(rows).length === total);
}

/** Removes repeated rows: those with the same id and the same text. */
function withoutRepeats(rows: readonly unknown[]): unknown[] {
  const seen = new Set<string>();
  return rows.filter((row) => {
    const id = isJson(row) ? textOf(row.id) : undefined;
    if (id === undefined) return true;
    const key = stringifyLossless(row);
    return !seen.has(key) && seen.add(key);
  });
}

/** Sorts rows newest first and by id, so that the result does not depend on the provider's order. */
function inOrder(rows: readonly unknown[]): unknown[] {
  const placed = withoutRepeats(rows).map((row) => ({ row, day: textIn(row, 'trade_date').slice(0, 10) }));
  placed.sort((a, b) => compareText(b.day, a.day) || compareText(textIn(a.row, 'id'), textIn(b.row, 'id')));
  return placed.map(({ row }) => row);
}

function textIn(row: unknown, member: string): string {
  return isJson(row) ? (textOf(row[member]) ?? '') : '';
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
