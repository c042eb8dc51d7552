import { mapInTurns } from '@tributary/outbound';
import { AuthorizationServer } from '../http/authorization-server';
import {
  BalanceSnapshot,
  ChangedRow,
  Destination,
  DestinationFailure,
  FoundRow,
  NewRow,
  Pace,
  UnitAccess,
  RowOutcome,
  RowRefusal,
  Search,
  SentRow,
} from '../destination.port';
import { withMapped } from '../mapping/mapped-rows';
import { TransferContent } from '../transfer-content';
import { adjustmentFor } from './balance-adjustment';
import { idsByImportId, rowsIn, toFound } from './answered-rows';
import { fromCredentials, renewal } from '../http/token-credentials';
import { BudgetaClient, BudgetaRequest } from './client';
import { BudgetaConfig } from './config';
import { isOutsideDates, isPast, TOO_OLD } from './dates';
import { isCategoryRefusal, isDateRefusal } from './errors';
import { alteration, changedFields, expectedContent, haveSameCategory, toNewRow } from './transactions';

/** A request of this size is a few hundred KiB; BUDGETA responds within a second. */
const ROWS_MAX = 1000;
const HOUR_MS = 3_600_000;
const EVER = '1970-01-01';

/** BUDGETA's transactions: bulk writes, with `import_id` as the key that refuses a second row. */
export class BudgetaDestination implements Destination {
  readonly pace: Pace;
  readonly refusesKnownKeys = true;
  readonly expected = expectedContent;
  readonly renew?: (credentials: string) => Promise<string>;

  constructor(
    private readonly client: BudgetaClient,
    config: BudgetaConfig,
    server: AuthorizationServer | null,
  ) {
    this.pace = {
      rowsMax: ROWS_MAX,
      rowsPerRequest: { create: ROWS_MAX, update: ROWS_MAX, delete: 1 },
      windows: [{ requests: config.requestsPerHour, windowMs: HOUR_MS }],
    };
    if (server) this.renew = renewal('BUDGETA', server);
  }

  async create(to: UnitAccess, rows: readonly NewRow[]): Promise<RowOutcome[]> {
    const outcomes = await withMapped(rows, toNewRow, async (mapped) => {
      const data = await this.write(to, 'POST', mapped);
      const ids = idsByImportId(data.transactions);
      const duplicates = new Set(Array.isArray(data.duplicate_import_ids) ? data.duplicate_import_ids : []);
      return mapped.map(({ import_id: key }) => createOutcome(ids.get(String(key)), duplicates.has(key)));
    });
    return outcomes.map((outcome, index) => withNote(outcome, rows[index]?.content));
  }

  async update(to: UnitAccess, rows: readonly ChangedRow[]): Promise<RowOutcome[]> {
    const toChange = (row: ChangedRow) => ({ id: row.destinationId, ...changedFields(row) });
    const outcomes = await withMapped(rows, toChange, async (mapped) => {
      const data = await this.write(to, 'PATCH', mapped);
      const changed = new Set(rowsIn(data.transactions).map(({ id }) => id));
      return mapped.map(({ id }): RowOutcome =>
        changed.has(id) ? { kind: 'done', destinationId: id } : { kind: 'unknown' },
      );
    });
    return outcomes.map((outcome, index) => withNote(outcome, rows[index]?.wanted));
  }

  /** BUDGETA deletes one transaction per request. */
  async delete(to: UnitAccess, [row]: readonly SentRow[]): Promise<RowOutcome[]> {
    if (!row) return [];
    const { destinationId } = row;
    const path = `${this.transactionsPath(to)}/${encodeURIComponent(destinationId)}`;
    try {
      await this.send(to, { method: 'DELETE', path, operation: 'delete transaction' });
      return [{ kind: 'done', destinationId }];
    } catch (error) {
      // A 404 becomes "refused"; for DELETE it only means that the row does not exist.
      if (error instanceof DestinationFailure && error.detail.kind === 'refused') return [{ kind: 'gone' }];
      throw error;
    }
  }

  /** Requests all changes since knowledge 0, because the plain list omits deleted rows. */
  async find(to: UnitAccess, { since }: Search): Promise<FoundRow[]> {
    const data = await this.send(to, {
      method: 'GET',
      path: `${this.transactionsPath(to)}?since_date=${since ?? EVER}&last_knowledge_of_server=0`,
      operation: 'list transactions',
      notFound: 'target-gone',
    });
    return mapInTurns(rowsIn(data.transactions), toFound);
  }

  mapsToChange(row: ChangedRow): boolean {
    return Object.keys(changedFields(row)).length > 0;
  }

  refusedRow({ reason, date }: RowRefusal): RowOutcome {
    if (!isDateRefusal(reason) || date === null) return { kind: 'rejected', reason };
    return isPast(date) ? { kind: 'rejected', reason: TOO_OLD } : { kind: 'too-early' };
  }

  /**
   * A long history has many rows that are too old, and one rule may give many rows a deleted category. Recognizing them
   * together saves a request for each.
   */
  refusedAlike({ reason, date, content }: RowRefusal, named: TransferContent | null): boolean {
    if (isDateRefusal(reason)) return date !== null && isOutsideDates(date);
    return (
      isCategoryRefusal(reason) && content !== null && named !== null && haveSameCategory(content, named)
    );
  }

  /** Writes an adjustment row, because BUDGETA calculates balances from transactions. */
  async writeBalance(to: UnitAccess, snapshot: BalanceSnapshot): Promise<RowOutcome> {
    const data = await this.send(to, {
      method: 'GET',
      path: `${this.client.budgetPath(to.unit.externalId)}/accounts`,
      operation: 'list accounts',
      notFound: 'target-gone',
    });
    const adjustment = adjustmentFor(data.accounts, snapshot);
    if ('done' in adjustment) return adjustment.done;
    const written = await this.write(to, 'POST', [adjustment.row]);
    const id = idsByImportId(written.transactions).get(snapshot.key);
    // Without an id the row is a duplicate: this snapshot was written before, and later transactions made the
    // difference.
    return { kind: 'done', destinationId: id ?? snapshot.key };
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private write(
    to: UnitAccess,
    method: 'POST' | 'PATCH',
    rows: readonly object[],
  ): Promise<Record<string, unknown>> {
    return this.send(to, {
      method,
      path: this.transactionsPath(to),
      operation: method === 'POST' ? 'create transactions' : 'update transactions',
      body: { transactions: rows },
      // BUDGETA also returns 404 for a bulk change in which one row is unknown.
      notFound: method === 'POST' ? 'target-gone' : 'refused',
    });
  }

  private async send(
    to: UnitAccess,
    request: Omit<BudgetaRequest, 'token'>,
  ): Promise<Record<string, unknown>> {
    await to.permit();
    return this.client.send({ ...request, token: fromCredentials(to.unit.credentials).accessToken });
  }

  private transactionsPath({ unit }: UnitAccess): string {
    return `${this.client.budgetPath(unit.externalId)}/transactions`;
  }
}

function createOutcome(destinationId: string | undefined, isDuplicate: boolean): RowOutcome {
  if (destinationId !== undefined) return { kind: 'done', destinationId };
  return { kind: isDuplicate ? 'duplicate' : 'unknown' };
}

/** Adds a note for the transfer's log if the row differs from the transaction. */
function withNote(outcome: RowOutcome, content: TransferContent | undefined): RowOutcome {
  const note = outcome.kind === 'done' && content !== undefined ? alteration(content) : null;
  return outcome.kind === 'done' && note !== null ? { ...outcome, note } : outcome;
}
