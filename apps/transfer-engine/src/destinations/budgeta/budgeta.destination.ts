import {
  ChangedRow,
  Destination,
  DestinationFailure,
  FoundRow,
  NewRow,
  RowOutcome,
  Unit,
} from '../destination.port';
import { BudgetaClient } from './client';
import { BudgetaConfig } from './config';
import { isFutureDate } from './errors';
import { changedFields, toNewRow, UnmappableTransactionError } from './transactions';

/** A bulk of this size is a few hundred KiB, and well answered in a second. */
const ROWS_MAX = 1000;

/** BUDGETA's transactions: bulk writes, with `import_id` as the key that refuses a second row. */
export class BudgetaDestination implements Destination {
  readonly rowsMax = ROWS_MAX;
  readonly requestsPerHour: number;

  constructor(
    private readonly client: BudgetaClient,
    config: BudgetaConfig,
  ) {
    this.requestsPerHour = config.requestsPerHour;
  }

  create(unit: Unit, rows: readonly NewRow[]): Promise<RowOutcome[]> {
    return withMapped(rows, toNewRow, async (mapped) => {
      const data = await this.write(unit, 'POST', mapped);
      const ids = idsByImportId(data.transactions);
      const duplicates = new Set(Array.isArray(data.duplicate_import_ids) ? data.duplicate_import_ids : []);
      return mapped.map(({ import_id: key }) => createOutcome(ids.get(String(key)), duplicates.has(key)));
    });
  }

  update(unit: Unit, rows: readonly ChangedRow[]): Promise<RowOutcome[]> {
    const toChange = (row: ChangedRow) => ({ id: row.destinationId, ...changedFields(row) });
    return withMapped(rows, toChange, async (mapped) => {
      const data = await this.write(unit, 'PATCH', mapped);
      const changed = new Set(rowsIn(data.transactions).map(({ id }) => id));
      return mapped.map(({ id }): RowOutcome =>
        changed.has(id) ? { kind: 'done', destinationId: id } : { kind: 'unknown' },
      );
    });
  }

  async delete(unit: Unit, destinationId: string): Promise<RowOutcome> {
    try {
      await this.client.send({
        method: 'DELETE',
        path: `${this.transactionsPath(unit)}/${encodeURIComponent(destinationId)}`,
        operation: 'delete transaction',
        token: unit.token,
      });
      return { kind: 'done', destinationId };
    } catch (error) {
      // Deleting what is not there: 404, which is all that "refused" can mean here.
      if (error instanceof DestinationFailure && error.detail.kind === 'refused') return { kind: 'gone' };
      throw error;
    }
  }

  /** Everything since a knowledge of 0: unlike the plain list, this tells of deleted rows too. */
  async find(unit: Unit, since: string): Promise<FoundRow[]> {
    const data = await this.client.send({
      method: 'GET',
      path: `${this.transactionsPath(unit)}?since_date=${since}&last_knowledge_of_server=0`,
      operation: 'list transactions',
      token: unit.token,
    });
    return rowsIn(data.transactions).map(toFound);
  }

  mapsToChange(row: ChangedRow): boolean {
    try {
      return Object.keys(changedFields(row)).length > 0;
    } catch (error) {
      if (error instanceof UnmappableTransactionError) return true; // `update` says why it cannot be
      throw error;
    }
  }

  private async write(
    unit: Unit,
    method: 'POST' | 'PATCH',
    rows: readonly Record<string, unknown>[],
  ): Promise<Record<string, unknown>> {
    return this.client.send({
      method,
      path: this.transactionsPath(unit),
      operation: method === 'POST' ? 'create transactions' : 'update transactions',
      token: unit.token,
      body: JSON.stringify({ transactions: rows }),
    });
  }

  private transactionsPath(unit: Unit): string {
    return `${this.client.budgetPath(unit.externalId)}/transactions`;
  }
}

/**
 * Sends the rows that can be mapped and refuses the others one by one. A place that a refusal names counts the
 * rows that were sent; here it is turned into the place among all rows.
 */
async function withMapped<Row, Mapped>(
  rows: readonly Row[],
  map: (row: Row) => Mapped,
  send: (mapped: readonly Mapped[]) => Promise<RowOutcome[]>,
): Promise<RowOutcome[]> {
  const outcomes: (RowOutcome | undefined)[] = [];
  const mapped: Mapped[] = [];
  const places: number[] = [];
  rows.forEach((row, place) => {
    const result = tryMapping(row, map);
    if ('rejected' in result) outcomes[place] = result.rejected;
    else {
      mapped.push(result.mapped);
      places.push(place);
    }
  });
  const sent =
    mapped.length === 0 ? [] : await send(mapped).catch((error: unknown) => replaced(error, places));
  sent.forEach((outcome, index) => (outcomes[places[index] ?? -1] = outcome));
  return rows.map((_, place) => outcomes[place] ?? { kind: 'unknown' });
}

function tryMapping<Row, Mapped>(
  row: Row,
  map: (row: Row) => Mapped,
): { mapped: Mapped } | { rejected: RowOutcome } {
  try {
    return { mapped: map(row) };
  } catch (error) {
    if (!(error instanceof UnmappableTransactionError)) throw error;
    return { rejected: { kind: 'rejected', reason: error.message } };
  }
}

function replaced(error: unknown, places: readonly number[]): never {
  if (!(error instanceof DestinationFailure) || error.detail.kind !== 'refused') throw error;
  const { place } = error.detail;
  throw new DestinationFailure(
    { ...error.detail, place: place === null ? null : (places[place] ?? null) },
    { cause: error },
  );
}

interface AnsweredRow {
  readonly id: string;
  readonly import_id?: unknown;
  readonly cleared?: unknown;
  readonly deleted?: unknown;
}

/** The rows of an answer that have an id; others say nothing. */
function rowsIn(list: unknown): AnsweredRow[] {
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).filter(
    (row): row is AnsweredRow => typeof (row as { id?: unknown } | null)?.id === 'string',
  );
}

function idsByImportId(list: unknown): Map<string, string> {
  return new Map(rowsIn(list).map(({ id, import_id: key }) => [String(key), id]));
}

function createOutcome(destinationId: string | undefined, isDuplicate: boolean): RowOutcome {
  if (destinationId !== undefined) return { kind: 'done', destinationId };
  return { kind: isDuplicate ? 'duplicate' : 'unknown' };
}

function toFound(row: AnsweredRow): FoundRow {
  const key = typeof row.import_id === 'string' ? row.import_id : null;
  const state = row.deleted === true ? 'deleted' : row.cleared === 'reconciled' ? 'locked' : 'present';
  return { destinationId: row.id, key, state };
}

/** What a single refused row comes to. */
export function refusedRow(reason: string): RowOutcome {
  return isFutureDate(reason) ? { kind: 'too-early' } : { kind: 'rejected', reason };
}
