import type { FastifyInstance } from 'fastify';
import type { BatchRequest } from './spreadsheet/batch-requests';
import { scalarOf, type Scalar } from './spreadsheet/cell';
import { SERVICE_ACCOUNT_MAIL } from './service-account';
import type { SheetsState } from './sheets.state';
import type { Spreadsheet } from './spreadsheet/spreadsheet';
import { writeRequests } from './spreadsheet/values';

interface OfSpreadsheet {
  Params: { id: string };
  Body: Record<string, unknown> | null;
}

/** What a user does by hand in a spreadsheet, and the levers of the server. */
export function sheetsControl(app: FastifyInstance, state: SheetsState): void {
  app.post<{ Body: Record<string, unknown> | null }>('/sheets/spreadsheets', async (request, reply) => {
    const { title, tabs, shared } = request.body ?? {};
    const names = Array.isArray(tabs) ? tabs.map(String) : ['Sheet1'];
    const made = state.create(
      typeof title === 'string' ? title : 'Untitled spreadsheet',
      names,
      shared !== false,
    );
    return reply.code(201).send({
      spreadsheet_id: made.id,
      tabs: made.tabs.map(({ sheetId, title: name }) => ({ sheet_id: sheetId, title: name })),
    });
  });
  app.post<OfSpreadsheet>('/sheets/spreadsheets/:id/requests', async (request, reply) => {
    const spreadsheet = state.spreadsheets.get(request.params.id);
    if (!spreadsheet) return reply.code(404).send({ message: 'No such spreadsheet.' });
    return { replies: state.apply(spreadsheet, request.body?.['requests'] as BatchRequest[]) };
  });
  app.post<OfSpreadsheet>('/sheets/spreadsheets/:id/typed', async (request, reply) => {
    const spreadsheet = state.spreadsheets.get(request.params.id);
    if (!spreadsheet) return reply.code(404).send({ message: 'No such spreadsheet.' });
    const { range, values } = request.body as { range: string; values: unknown[][] };
    state.apply(spreadsheet, writeRequests(spreadsheet, range, { values }, 'USER_ENTERED'));
    return reply.code(204).send();
  });
  app.put<OfSpreadsheet>('/sheets/spreadsheets/:id/sharing', async (request, reply) => {
    const sharedWith = state.spreadsheets.get(request.params.id)?.sharedWith;
    if (!sharedWith) return reply.code(404).send({ message: 'No such spreadsheet.' });
    if (request.body?.['shared'] === true) sharedWith.add(SERVICE_ACCOUNT_MAIL);
    else sharedWith.delete(SERVICE_ACCOUNT_MAIL);
    return reply.code(204).send();
  });
  app.delete<OfSpreadsheet>('/sheets/spreadsheets/:id', async (request, reply) =>
    reply.code(state.spreadsheets.delete(request.params.id) ? 204 : 404).send(),
  );
  app.post('/sheets/tokens/expire', async (_request, reply) => {
    state.account.expireTokens();
    state.oauth.expireAccessTokens();
    return reply.code(204).send();
  });
  app.post('/sheets/grants/revoke', async (_request, reply) => {
    state.oauth.revokeAll();
    return reply.code(204).send();
  });
  app.put('/sheets/limits', async (request, reply) => {
    const { per_project, per_user, cells } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof per_project === 'number') state.quota.project.limit = per_project;
    if (typeof per_user === 'number') state.quota.user.limit = per_user;
    if (typeof cells === 'number') state.cellsMax = cells;
    return reply.code(204).send();
  });
  app.get('/sheets/service-account', async () => state.account.key);
  app.get('/ledger/sheets', async () => sheetsLedger(state));
}

/** Every filled row of every sheet as its values, the formulas among them, and the addresses that they fetched. */
export function sheetsLedger(state: SheetsState): object {
  return { summary: sheetsSummary(state), spreadsheets: [...state.spreadsheets.values()].map(ledgerOf) };
}

function ledgerOf(spreadsheet: Spreadsheet): object {
  return {
    id: spreadsheet.id,
    title: spreadsheet.title,
    named_ranges: spreadsheet.namedRanges.map(({ name }) => name),
    tabs: spreadsheet.tabs.map((tab) => {
      const rows: (Scalar | null)[][] = [];
      const formulas: string[] = [];
      const fetched: string[] = [];
      for (let index = 0; index < tab.filledRows; index += 1) {
        const cells = Array.from(tab.row(index), (cell) => cell);
        rows.push(
          cells.map((cell) =>
            cell && Object.keys(cell.entered).length > 0 ? scalarOf(cell.effective) : null,
          ),
        );
        for (const cell of cells) {
          if (cell?.entered.formulaValue !== undefined) formulas.push(cell.entered.formulaValue);
          if (cell?.fetches) fetched.push(cell.fetches);
        }
      }
      return { sheet_id: tab.sheetId, title: tab.title, rows, formulas, fetched };
    }),
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
