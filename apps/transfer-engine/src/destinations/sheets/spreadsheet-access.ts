import { Unit } from '../destination.port';
import { SheetsClient } from './client';
import { fromCredentials, SheetsIdentity } from './credentials/credentials';
import { Layout, layoutOfEdges, layoutOfWhole } from './layout/layout';
import { SheetView, VIEW_FIELDS, viewsOf } from './layout/sheet-view';
import { BatchRequest } from './layout/write-requests';

/** One spreadsheet, with the permission to make requests there. Methods throw `DestinationFailure`. */
export class SpreadsheetAccess {
  private readonly identity: SheetsIdentity;
  private readonly path: string;

  constructor(
    private readonly client: SheetsClient,
    unit: Unit,
    private readonly permit: () => Promise<void>,
  ) {
    this.identity = fromCredentials(unit.credentials);
    this.path = encodeURIComponent(unit.externalId);
  }

  /**
   * Reads header and keys of the sheets: by one request if the wanted columns are at their usual positions, else by
   * two.
   */
  async edges(sheetIds: readonly number[], columns: Iterable<string>): Promise<Map<number, Layout>> {
    const names = new Set(columns);
    const views = await this.read(
      sheetIds,
      sheetIds.flatMap((sheetId) => [
        { sheetId, startRowIndex: 0, endRowIndex: 1 },
        { sheetId, startColumnIndex: 0, endColumnIndex: 1 },
      ]),
    );
    const layouts = new Map<number, Layout>();
    for (const sheetId of sheetIds) {
      const view = views.get(sheetId);
      const layout = view ? layoutOfEdges(view, names) : null;
      if (layout) layouts.set(sheetId, layout);
    }
    const others = sheetIds.filter((sheetId) => !layouts.has(sheetId));
    if (others.length === 0) return layouts;
    return new Map([...layouts, ...(await this.wholes(others))]);
  }

  /** Reads the sheets with all their cells. */
  async wholes(sheetIds: readonly number[]): Promise<Map<number, Layout>> {
    const views = await this.read(
      sheetIds,
      sheetIds.map((sheetId) => ({ sheetId })),
    );
    return new Map(
      sheetIds.flatMap((sheetId) => {
        const view = views.get(sheetId);
        return view ? [[sheetId, layoutOfWhole(view)] as const] : [];
      }),
    );
  }

  /** Titles of the sheets by their id. */
  async titles(): Promise<Map<number, string>> {
    const fields = 'sheets(properties(sheetId,title))';
    const answer = await this.client.send(
      this.identity,
      { method: 'GET', path: this.path, fields, operation: 'read sheets', writes: false },
      this.permit,
    );
    const { sheets = [] } = answer as { sheets?: { properties?: { sheetId?: number; title?: string } }[] };
    return new Map(sheets.map(({ properties = {} }) => [properties.sheetId ?? 0, properties.title ?? '']));
  }

  /** Applies all requests or none. */
  async write(requests: readonly BatchRequest[], operation: string): Promise<void> {
    await this.client.send(
      this.identity,
      {
        method: 'POST',
        path: `${this.path}:batchUpdate`,
        fields: 'spreadsheetId',
        operation,
        writes: true,
        body: { requests },
      },
      this.permit,
    );
  }

  private async read(
    sheetIds: readonly number[],
    ranges: readonly object[],
  ): Promise<Map<number, SheetView>> {
    const answer = await this.client.send(
      this.identity,
      {
        method: 'POST',
        path: `${this.path}:getByDataFilter`,
        fields: VIEW_FIELDS,
        operation: 'read rows',
        writes: false,
        body: { dataFilters: ranges.map((gridRange) => ({ gridRange })) },
      },
      this.permit,
    );
    return viewsOf(answer, sheetIds);
  }
}
