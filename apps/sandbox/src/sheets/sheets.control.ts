import type { FastifyInstance } from 'fastify';
import { limitLever } from '../server/levers';
import { Fields } from '../server/fields';
import { unknown } from '../server/problem';
import { SERVICE_ACCOUNT_MAIL } from './service-account';
import type { SheetsState } from './sheets.state';
import type { BatchRequest } from './spreadsheet/batch-requests';
import { scalarOf } from './spreadsheet/cell';
import type { Spreadsheet } from './spreadsheet/spreadsheet';
import type { Tab } from './spreadsheet/tab';
import { writeRequests } from './spreadsheet/values';

interface OfSpreadsheet {
  Params: { id: string };
  Body: { requests: BatchRequest[]; range: string; values: unknown[][] };
}

/** The ledger of Google Sheets, the changes that a user makes by hand in a spreadsheet, and the server's levers. */
export function sheetsControl(app: FastifyInstance, state: SheetsState): void {
  const found = (id: string): Spreadsheet => {
    const spreadsheet = state.spreadsheets.get(id);
    if (!spreadsheet) throw unknown('spreadsheet');
    return spreadsheet;
  };
  app.post('/sheets/spreadsheets', async ({ body }, reply) => {
    const fields = new Fields(body);
    const tabs = fields.list('tabs')?.map(String) ?? ['Sheet1'];
    const title = fields.text('title') ?? 'Untitled spreadsheet';
    const made = state.create(title, tabs, fields.boolean('shared') ?? true);
    return reply.code(201).send({
      spreadsheet_id: made.id,
      tabs: made.tabs.map(({ sheetId, title: name }) => ({ sheet_id: sheetId, title: name })),
    });
  });
  app.post<OfSpreadsheet>('/sheets/spreadsheets/:id/requests', async ({ params, body }) => ({
    replies: state.apply(found(params.id), body.requests),
  }));
  app.post<OfSpreadsheet>('/sheets/spreadsheets/:id/typed', async ({ params, body }) => {
    const spreadsheet = found(params.id);
    state.apply(spreadsheet, writeRequests(spreadsheet, body.range, { values: body.values }, 'USER_ENTERED'));
  });
  app.put<OfSpreadsheet>('/sheets/spreadsheets/:id/sharing', async ({ params, body }) => {
    const { sharedWith } = found(params.id);
    if (new Fields(body).boolean('shared')) sharedWith.add(SERVICE_ACCOUNT_MAIL);
    else sharedWith.delete(SERVICE_ACCOUNT_MAIL);
  });
  app.delete<OfSpreadsheet>('/sheets/spreadsheets/:id', async ({ params }) => {
    state.spreadsheets.delete(found(params.id).id);
  });
  app.post('/sheets/tokens/expire', async () => {
    state.account.expireTokens();
    state.oauth.expireAccessTokens();
  });
  app.post('/sheets/grants/revoke', async () => state.oauth.revokeAll());
  limitLever(app, '/sheets/limits', {
    per_project: (value) => (state.quota.project.limit = value),
    per_user: (value) => (state.quota.user.limit = value),
    cells: (value) => (state.cellsMax = value),
  });
  app.get('/sheets/service-account', async () => state.account.key);
  app.get('/ledger/sheets', async () => ({
    summary: sheetsSummary(state),
    spreadsheets: [...state.spreadsheets.values()].map(({ id, title, namedRanges, tabs }) => ({
      id,
      title,
      named_ranges: namedRanges.map(({ name }) => name),
      tabs: tabs.map(tabLedger),
    })),
  }));
}

/** Every filled row of a sheet as its values, its formulas, and the addresses that they fetched. */
function tabLedger(tab: Tab): object {
  const rows = Array.from({ length: tab.filledRows }, (_, index) => Array.from(tab.row(index)));
  const cells = rows.flat();
  return {
    sheet_id: tab.sheetId,
    title: tab.title,
    rows: rows.map((row) =>
      row.map((cell) => (cell && Object.keys(cell.entered).length > 0 ? scalarOf(cell.effective) : null)),
    ),
    formulas: cells.flatMap((cell) => cell?.entered.formulaValue ?? []),
    fetched: cells.flatMap((cell) => cell?.fetchedUrl ?? []),
  };
}

export function sheetsSummary(state: SheetsState): object {
  let rows = 0;
  for (const { tabs } of state.spreadsheets.values()) for (const tab of tabs) rows += tab.filledRows;
  return {
    spreadsheets: state.spreadsheets.size,
    rows,
    requests: { ...state.requests },
    requests_in_retry_after: state.retryWindows.earlyRequests(''),
  };
}
