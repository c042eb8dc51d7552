import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import type { GridRange } from './spreadsheet/a1';
import type { BatchRequest } from './spreadsheet/batch-requests';
import { fieldMask, masked, type FieldMask } from './field-mask';
import { bearerOf } from '../server/http';
import { answerProblems, Problem } from '../server/problem';
import { invalidArgument, notFound, problem, sheetsErrorBody } from './problem';
import type { SheetsState } from './sheets.state';
import type { Spreadsheet } from './spreadsheet/spreadsheet';
import { spreadsheetResource } from './spreadsheet-resource';
import { tokenRoutes } from './token.routes';
import { appendRequests, cellCount, valueRange, type ValueRange } from './spreadsheet/values';

type Query = Record<string, string | string[] | undefined>;

interface Call {
  readonly state: SheetsState;
  readonly spreadsheet: Spreadsheet;
  /** The range in the path of `values/{range}`. */
  readonly range: string;
  readonly query: Query;
  readonly body: Record<string, unknown>;
}

interface Operation {
  readonly path: RegExp;
  readonly method: 'GET' | 'POST';
  readonly quota: 'Read requests' | 'Write requests';
  readonly run: (call: Call) => unknown;
}

const READ = { quota: 'Read requests' } as const;
const WRITE = { quota: 'Write requests' } as const;

const OPERATIONS: readonly Operation[] = [
  { ...READ, path: /^$/, method: 'GET', run: getSpreadsheet },
  { ...READ, path: /^:getByDataFilter$/, method: 'POST', run: getByDataFilter },
  { ...WRITE, path: /^:batchUpdate$/, method: 'POST', run: batchUpdate },
  { ...WRITE, path: /^\/values\/(.+):append$/, method: 'POST', run: append },
  { ...READ, path: /^\/values\/(.+)$/, method: 'GET', run: getValues },
];

/** Google Sheets v4 under `/sheets/v4`, and the token endpoint of its accounts at `/sheets/token`. */
export function sheetsRoutes(app: FastifyInstance, state: SheetsState, board: FaultBoard): void {
  answerProblems(
    app,
    (status, { message }) => new Problem(status, sheetsErrorBody(status, message)),
    notFound,
  );
  installFaults(app, board, state, {
    target: 'sheets',
    errorBody: (status, _retryAfterS, error) => sheetsErrorBody(status, error),
  });
  tokenRoutes(app, state);
  app.route<{ Params: { '*': string }; Querystring: Query }>({
    method: ['GET', 'POST'],
    url: '/v4/spreadsheets/*',
    handler: async (request) => runOperation(state, request),
  });
}

function runOperation(
  state: SheetsState,
  request: FastifyRequest<{ Params: { '*': string }; Querystring: Query }>,
): unknown {
  const [, id = '', rest = ''] = /^([^/:]+)(.*)$/s.exec(request.params['*']) ?? [];
  const operation = OPERATIONS.find(({ path, method }) => method === request.method && path.test(rest));
  if (!operation) throw notFound();
  const mail = state.accountOf(bearerOf(request));
  if (mail === undefined) {
    throw problem(
      'UNAUTHENTICATED',
      'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.',
    );
  }
  state.requests[operation.quota === 'Read requests' ? 'read' : 'write'] += 1;
  const refusal = state.quota.spend(operation.quota);
  if (refusal !== null) throw problem('RESOURCE_EXHAUSTED', refusal);
  const { query } = request;
  const body = (request.body ?? {}) as Record<string, unknown>;
  const range = operation.path.exec(rest)?.[1] ?? '';
  const result = operation.run({ state, spreadsheet: state.shared(id, mail), range, query, body });
  const fields = one(query['fields']);
  return fields === undefined ? result : masked(result, fieldMask(fields));
}

function getSpreadsheet({ spreadsheet, query }: Call): object {
  const ranges = all(query['ranges']).map((range) => spreadsheet.range(range));
  const withData = wantsData(query, one(query['includeGridData']) === 'true');
  return spreadsheetResource(spreadsheet, ranges.length === 0 ? null : ranges, withData);
}

function getByDataFilter({ spreadsheet, query, body }: Call): object {
  const filters = listOf<{ gridRange?: GridRange }>(body['dataFilters'], 'dataFilters');
  const ranges = filters.map(({ gridRange }) => {
    if (!gridRange) throw invalidArgument('Only gridRange is known here.');
    spreadsheet.tab(gridRange.sheetId ?? 0);
    return gridRange;
  });
  return spreadsheetResource(spreadsheet, ranges, wantsData(query, body['includeGridData'] === true));
}

/** A field mask overrules `includeGridData`. */
function wantsData(query: Query, requested: boolean): boolean {
  const fields = one(query['fields']);
  if (fields === undefined) return requested;
  const sheets: FieldMask | undefined = fieldMask(fields).get('sheets');
  return sheets !== undefined && (sheets.size === 0 || sheets.has('data'));
}

function batchUpdate({ state, spreadsheet, body }: Call): object {
  const requests = listOf<BatchRequest>(body['requests'], 'requests');
  if (requests.length === 0) throw invalidArgument('Must specify at least one request.');
  return { spreadsheetId: spreadsheet.id, replies: state.apply(spreadsheet, requests) };
}

function getValues({ spreadsheet, range, query }: Call): object {
  return valueRange(spreadsheet, range, one(query['valueRenderOption']));
}

function append({ state, spreadsheet, range, query, body }: Call): object {
  const part = body as ValueRange;
  const { requests, tableRange, updatedRange, rows } = appendRequests(spreadsheet, range, part, {
    input: one(query['valueInputOption']),
    insertRows: one(query['insertDataOption']) === 'INSERT_ROWS',
  });
  state.apply(spreadsheet, requests);
  return {
    spreadsheetId: spreadsheet.id,
    ...(tableRange === null ? {} : { tableRange }),
    updates: {
      spreadsheetId: spreadsheet.id,
      updatedRange,
      updatedRows: rows,
      updatedCells: cellCount(part),
    },
  };
}

function listOf<Entry>(value: unknown, name: string): readonly Entry[] {
  if (!Array.isArray(value)) throw invalidArgument(`Invalid JSON payload received. ${name} must be a list.`);
  return value as Entry[];
}

function one(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

function all(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}
