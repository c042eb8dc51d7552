import { InvalidDecimalError, toHundredths } from '@tributary/money';
import { mapInTurns } from '@tributary/outbound';
import { redacted } from '@tributary/service';
import {
  BalanceSnapshot,
  ChangedRow,
  Destination,
  FoundRow,
  NewRow,
  Pace,
  UnitAccess,
  RowOutcome,
  Search,
  SentRow,
} from '../destination.port';
import { withMapped } from '../mapping/mapped-rows';
import { ActualOutcome, CallName, Calls } from './budget-process/calls';
import { BudgetbClient } from './client';
import { BudgetbConfig } from './config';
import { fromCredentials } from './credentials';
import { ActualFailure, toDestinationFailure } from './errors';
import {
  changedFields,
  EARLIEST_DAY,
  expectedContent,
  rowId,
  toChange,
  toFound,
  toNewRow,
} from './transactions';

/** Actual writes about a thousand rows a second, so a request of this size stays far below its timeout. */
const ROWS_PER_REQUEST = 500;
const ROWS_PER_TURN = 2000;
const MINUTE_MS = 60_000;

/** A budget on an Actual server. A row's id is derived from its key, so the same row cannot exist twice. */
export class BudgetbDestination implements Destination {
  readonly pace: Pace;
  readonly refusesKnownKeys = true;
  readonly expected = expectedContent;

  constructor(
    private readonly client: BudgetbClient,
    { requestsPerMinute }: Pick<BudgetbConfig, 'requestsPerMinute'>,
  ) {
    this.pace = {
      rowsMax: ROWS_PER_TURN,
      rowsPerRequest: { create: ROWS_PER_REQUEST, update: ROWS_PER_REQUEST, delete: ROWS_PER_REQUEST },
      windows: [{ requests: requestsPerMinute, windowMs: MINUTE_MS }],
    };
  }

  create(to: UnitAccess, rows: readonly NewRow[]): Promise<RowOutcome[]> {
    return withMapped(rows, toNewRow, async (mapped) => {
      const outcomes = await this.ask(to, 'create', mapped);
      return outcomes.map((outcome, index) => toOutcome(outcome, mapped[index]?.id ?? ''));
    });
  }

  update(to: UnitAccess, rows: readonly ChangedRow[]): Promise<RowOutcome[]> {
    return withMapped(rows, toChange, async (mapped) => {
      const outcomes = await this.ask(to, 'update', mapped);
      return outcomes.map((outcome, index) => toOutcome(outcome, mapped[index]?.id ?? ''));
    });
  }

  async delete(to: UnitAccess, rows: readonly SentRow[]): Promise<RowOutcome[]> {
    const ids = rows.map(({ destinationId }) => destinationId);
    const outcomes = await this.ask(to, 'delete', ids);
    return outcomes.map((outcome, index) => toOutcome(outcome, ids[index] ?? ''));
  }

  async find(to: UnitAccess, { targetExternalIds: accounts, since, only }: Search): Promise<FoundRow[]> {
    const from = since === null || since < EARLIEST_DAY ? null : since;
    const ids = only && [...only.keys.map(rowId), ...only.destinationIds];
    return mapInTurns(await this.ask(to, 'find', { accounts, since: from, ids }), toFound);
  }

  mapsToChange(row: ChangedRow): boolean {
    return Object.keys(changedFields(row)).length > 0;
  }

  /** Writes an adjustment row, because BUDGETB calculates an account's balance from its rows. */
  async writeBalance(to: UnitAccess, snapshot: BalanceSnapshot): Promise<RowOutcome> {
    const { key, targetExternalId: account, date, cleared, memo } = snapshot;
    const id = rowId(key);
    try {
      const balance = toHundredths(cleared);
      const row = { id, imported_id: key, account, date, balance, notes: memo ?? null };
      const outcome = await this.ask(to, 'adjust', row);
      // A duplicate means that this snapshot was written before; later rows made the difference.
      return outcome.kind === 'duplicate' ? { kind: 'done', destinationId: id } : toOutcome(outcome, id);
    } catch (error) {
      if (error instanceof InvalidDecimalError)
        return { kind: 'rejected', reason: 'The balance does not fit BUDGETB.' };
      throw error;
    }
  }

  async close(): Promise<void> {
    this.client.close();
  }

  private async ask<Name extends CallName>(
    to: UnitAccess,
    name: Name,
    asks: Calls[Name]['asks'],
  ): Promise<Calls[Name]['gives']> {
    await to.permit();
    const { credentials, externalId: fileId } = to.unit;
    try {
      return await this.client.call(fromCredentials(credentials), fileId, name, asks);
    } catch (error) {
      if (error instanceof ActualFailure) throw toDestinationFailure(error);
      throw error;
    }
  }
}

function toOutcome(outcome: ActualOutcome, destinationId: string): RowOutcome {
  if (outcome.kind === 'rejected') return { kind: 'rejected', reason: redacted(outcome.reason) };
  return outcome.kind === 'done' ? { kind: 'done', destinationId } : (outcome as RowOutcome);
}
