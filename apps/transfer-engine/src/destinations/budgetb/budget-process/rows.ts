import { ActualApi } from './actual-server';
import { ActualOutcome, ActualRow } from './calls';
import { CodedError } from './coded-error';

export type Where = Parameters<ReturnType<ActualApi['q']>['filter']>[0];

/** The row with what decides how it may be changed. */
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
  'cleared',
  'reconciled',
  'tombstone',
  'is_parent',
  'transfer_id',
  { payee_name: 'payee.name' },
];
/** SQLite allows only so many values in one statement. */
const IDS_PER_QUERY = 500;

/** What the open budget's copy here holds. */
export class Rows {
  constructor(private readonly api: ActualApi) {}

  /** Which of the rows' ids and keys the budget has. */
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

  /** Deleted rows too; a split row as the whole that it is. */
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

  /** Hundredths. */
  async clearedBalance(account: string): Promise<number> {
    const rows = this.api.q('transactions').filter({ account, cleared: true });
    const { data } = (await this.api.aqlQuery(rows.calculate({ $sum: '$amount' }))) as {
      data: number | null;
    };
    if (data !== null && !Number.isSafeInteger(data)) throw new CodedError('unreadable-balance');
    return data ?? 0;
  }
}

/** Why a row must not be changed; null where it may be. */
export function refusal(row: HeldRow | undefined): ActualOutcome | null {
  if (!row || row.tombstone) return { kind: 'gone' };
  return row.reconciled ? { kind: 'locked' } : null;
}

function* parts<One>(all: readonly One[]): Generator<readonly One[]> {
  for (let from = 0; from < all.length; from += IDS_PER_QUERY) yield all.slice(from, from + IDS_PER_QUERY);
}
