import { ActualApi } from './actual-server';
import { ActualOutcome, ActualRow } from './calls';
import { codeOf, CodedError } from './coded-error';

export type Where = Parameters<ReturnType<ActualApi['q']>['filter']>[0];

/** A stored row with the columns that decide how it may be changed. */
export interface HeldRow extends ActualRow {
  readonly is_parent: boolean;
  readonly transfer_id: string | null;
}

const COLUMNS = [
  'id',
  'imported_id',
  'account',
  'date',
  'amount',
  'imported_payee',
  'notes',
  'category',
  'cleared',
  'reconciled',
  'tombstone',
  'is_parent',
  'transfer_id',
  { payee_name: 'payee.name' },
];
/** SQLite limits the number of values in a statement. */
const IDS_PER_QUERY = 500;

/** Queries on the local copy of the open budget. */
export class Rows {
  constructor(private readonly api: ActualApi) {}

  /** Returns the ids and keys of the rows that the budget has already. */
  async known(rows: readonly { id: string; imported_id: string }[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (const part of parts(rows)) {
      const where = {
        $or: [
          { id: { $oneof: part.map(({ id }) => id) } },
          { imported_id: { $oneof: part.map(({ imported_id: key }) => key) } },
        ],
      };
      for (const { id, imported_id: key } of await this.select(where)) {
        found.add(id);
        if (key !== null) found.add(key);
      }
    }
    return found;
  }

  async byId(ids: readonly string[]): Promise<Map<string, HeldRow>> {
    const rows = new Map<string, HeldRow>();
    for (const part of parts(ids)) {
      for (const row of await this.select({ id: { $oneof: [...part] } })) rows.set(row.id, row);
    }
    return rows;
  }

  /** Includes deleted rows; a split row is returned as one row, without its parts. */
  async select(where: Where): Promise<HeldRow[]> {
    const query = this.api
      .q('transactions')
      .filter(where)
      .select(COLUMNS)
      .withDead()
      .options({ splits: 'none' });
    const { data } = (await this.api.aqlQuery(query)) as { data: HeldRow[] };
    return data;
  }

  /** The sum of the account's cleared rows, in hundredths. */
  async clearedBalance(account: string): Promise<number> {
    const rows = this.api.q('transactions').filter({ account, cleared: true });
    const { data } = (await this.api.aqlQuery(rows.calculate({ $sum: '$amount' }))) as {
      data: number | null;
    };
    if (data !== null && !Number.isSafeInteger(data)) throw new CodedError('unreadable-balance');
    return data ?? 0;
  }
}

/** The outcome for a row that must not be changed; null if it may be. */
export function refusal(row: HeldRow | undefined): ActualOutcome | null {
  if (!row || row.tombstone) return { kind: 'gone' };
  return row.reconciled ? { kind: 'locked' } : null;
}

/**
 * Writes all rows at once. If Actual's client throws for one of them, they are written one by one, so that the others
 * are still written. `failed` gets the reason for each row that fails. A failure with a code is thrown, because no
 * single row caused it.
 */
export async function withoutFailing<Row extends { readonly id: string }>(
  rows: readonly Row[],
  write: (rows: readonly Row[]) => Promise<unknown>,
  failed: Map<string, string>,
): Promise<void> {
  try {
    await write(rows);
  } catch (error) {
    if (codeOf(error) !== 'unknown') throw error;
    const [only] = rows;
    if (rows.length === 1 && only) failed.set(only.id, reasonOf(error));
    else for (const row of rows) await withoutFailing([row], write, failed);
  }
}

export function withFailure(outcome: ActualOutcome, reason: string | undefined): ActualOutcome {
  return reason === undefined ? outcome : { kind: 'rejected', reason };
}

const REASON_CHARS_MAX = 200;

function reasonOf(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  return `BUDGETB does not take this transaction: ${said.slice(0, REASON_CHARS_MAX)}`;
}

function* parts<One>(all: readonly One[]): Generator<readonly One[]> {
  for (let from = 0; from < all.length; from += IDS_PER_QUERY) yield all.slice(from, from + IDS_PER_QUERY);
}
