import { addAll } from '@tributary/contracts';
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
import { writeBalanceRow } from './balances';
import { changedCells, COLUMNS, expectedContent, RowCells, toCells } from './layout/cells';
import { SheetsClient } from './client';
import { SheetsConfig } from './config';
import { refusalOfBatch, WrittenBy } from './errors';
import { Layout } from './layout/layout';
import { cellsToWrite, foundRows } from './layout/row-cells';
import { SpreadsheetAccess } from './spreadsheet-access';
import {
  appendRequest,
  BatchRequest,
  columnRequests,
  deleteRequest,
  markRequests,
  rowRequests,
} from './layout/write-requests';

/** A batch of this size is a few hundred KiB; Google recommends at most two MB. */
const NEW_ROWS_MAX = 1000;
const CHANGED_ROWS_MAX = 500;
const MINUTE_MS = 60_000;

/**
 * Transactions as rows of spreadsheets, found by their key and never by a stored position. A batch is written
 * completely, and only if the sheet is unchanged since it was read. So appending, which is not idempotent by itself,
 * creates no second row.
 */
export class SheetsDestination implements Destination {
  readonly pace: Pace;
  readonly refusesKnownKeys = true;
  readonly expected = expectedContent;

  constructor(
    private readonly client: SheetsClient,
    config: SheetsConfig,
  ) {
    this.pace = {
      rowsMax: NEW_ROWS_MAX,
      rowsPerRequest: { create: NEW_ROWS_MAX, update: CHANGED_ROWS_MAX, delete: CHANGED_ROWS_MAX },
      windows: [{ requests: config.requestsPerMinute, windowMs: MINUTE_MS }],
    };
  }

  create(to: UnitAccess, rows: readonly NewRow[]): Promise<RowOutcome[]> {
    const toNew = ({ key, targetExternalId, content }: NewRow) => ({
      key,
      sheetId: Number(targetExternalId),
      cells: toCells(content),
    });
    return withMapped(rows, toNew, async (mapped) => {
      const access = this.access(to);
      const columns = [...COLUMNS, ...mapped.flatMap(({ cells }) => [...cells.keys()])];
      const layouts = await access.edges(sheetsOf(mapped), columns);
      const fresh = mapped.filter(({ key, sheetId }) => !layouts.get(sheetId)?.rows.has(key));
      const isFresh = new Set(fresh);
      if (fresh.length > 0) await this.append(access, layouts, fresh);
      return mapped.map((row): RowOutcome =>
        isFresh.has(row) ? { kind: 'done', destinationId: row.key } : { kind: 'duplicate' },
      );
    });
  }

  update(to: UnitAccess, rows: readonly ChangedRow[]): Promise<RowOutcome[]> {
    const toChange = (row: ChangedRow) => ({
      key: row.key,
      sheetId: Number(row.targetExternalId),
      changes: changedCells(row),
    });
    return withMapped(rows, toChange, async (mapped) => {
      const access = this.access(to);
      const layouts = await access.wholes(sheetsOf(mapped));
      const requests: WrittenRequest[] = [];
      const places = new Map(mapped.map((row, place) => [row, place]));
      for (const [sheetId, layout] of layouts) {
        const found = mapped.filter((row) => row.sheetId === sheetId && layout.rows.has(row.key));
        const changes = found.map((row) => ({
          place: places.get(row) ?? 0,
          row: layout.rows.get(row.key) ?? 0,
          cells: cellsToWrite(layout, row.key, row.changes),
        }));
        const written = changes.filter(({ cells }) => cells.size > 0);
        if (written.length === 0) continue;
        const columns = columnRequests(
          layout,
          written.flatMap(({ cells }) => [...cells.keys()]),
        );
        addAll(requests, writtenBy('sheet', markRequests(layout.view)));
        addAll(requests, writtenBy('rows', columns.requests));
        for (const { place, row, cells } of written)
          addAll(requests, writtenBy(place, rowRequests(sheetId, row, columns, cells)));
      }
      if (requests.length > 0) await writeAll(access, requests, 'update rows');
      return mapped.map(({ key, sheetId }) => outcomeOf(key, layouts.get(sheetId)));
    });
  }

  async delete(to: UnitAccess, rows: readonly SentRow[]): Promise<RowOutcome[]> {
    const access = this.access(to);
    const layouts = await access.wholes(
      sheetsOf(rows.map(({ targetExternalId }) => ({ sheetId: Number(targetExternalId) }))),
    );
    const requests: WrittenRequest[] = [];
    for (const [sheetId, layout] of layouts) {
      const here = rows.flatMap(({ key, targetExternalId }, place) => {
        const row = Number(targetExternalId) === sheetId ? layout.rows.get(key) : undefined;
        return row === undefined ? [] : [{ place, row }];
      });
      if (here.length > 0) addAll(requests, writtenBy('sheet', markRequests(layout.view)));
      // Deletes from the last row to the first, so that no index shifts before it is used.
      for (const { place, row } of here.sort((a, b) => b.row - a.row))
        addAll(requests, writtenBy(place, [deleteRequest(sheetId, row)]));
    }
    if (requests.length > 0) await writeAll(access, requests, 'delete rows');
    return rows.map(({ key, targetExternalId }) => outcomeOf(key, layouts.get(Number(targetExternalId))));
  }

  async find(to: UnitAccess, { targetExternalIds }: Search): Promise<FoundRow[]> {
    const layouts = await this.access(to).wholes(targetExternalIds.map(Number));
    return [...layouts].flatMap(([sheetId, layout]) => foundRows(sheetId, layout));
  }

  mapsToChange(row: ChangedRow): boolean {
    return changedCells(row).length > 0;
  }

  /** Writes a row to the sheet of balances in the same spreadsheet; the sheet is created when it is first needed. */
  writeBalance(to: UnitAccess, snapshot: BalanceSnapshot): Promise<RowOutcome> {
    return writeBalanceRow(this.access(to), snapshot);
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async append(
    access: SpreadsheetAccess,
    layouts: ReadonlyMap<number, Layout>,
    rows: readonly { readonly key: string; readonly sheetId: number; readonly cells: RowCells }[],
  ): Promise<void> {
    const requests = [...layouts].flatMap(([sheetId, layout]) => {
      const here = rows.filter((row) => row.sheetId === sheetId);
      if (here.length === 0) return [];
      const columns = columnRequests(layout, [...COLUMNS, ...here.flatMap(({ cells }) => [...cells.keys()])]);
      return [
        ...writtenBy('sheet', markRequests(layout.view)),
        ...writtenBy('rows', [...columns.requests, appendRequest(sheetId, columns, here)]),
      ];
    });
    await writeAll(access, requests, 'append rows');
  }

  private access({ unit, permit }: UnitAccess): SpreadsheetAccess {
    return new SpreadsheetAccess(this.client, unit, permit);
  }
}

interface WrittenRequest {
  readonly request: BatchRequest;
  readonly by: WrittenBy;
}

function writtenBy(by: WrittenBy, requests: readonly BatchRequest[]): WrittenRequest[] {
  return requests.map((request) => ({ request, by }));
}

/** Applies all requests or none. @throws DestinationFailure, which names the refused row by its index */
async function writeAll(
  access: SpreadsheetAccess,
  requests: readonly WrittenRequest[],
  operation: string,
): Promise<void> {
  try {
    await access.write(
      requests.map(({ request }) => request),
      operation,
    );
  } catch (error) {
    throw refusalOfBatch(
      error,
      requests.map(({ by }) => by),
    );
  }
}

function sheetsOf(rows: readonly { readonly sheetId: number }[]): number[] {
  return [...new Set(rows.map(({ sheetId }) => sheetId))];
}

function outcomeOf(key: string, layout: Layout | undefined): RowOutcome {
  return layout?.rows.has(key) ? { kind: 'done', destinationId: key } : { kind: 'gone' };
}
