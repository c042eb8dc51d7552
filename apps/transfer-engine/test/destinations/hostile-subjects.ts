import { ResponseForm } from '@tributary/testing';
import { AuthorizationServer } from '../../src/destinations/http/authorization-server';
import { LARGE_ANSWER, PAGE_ANSWER, TOKEN_ANSWER } from '../../src/destinations/http/answer-limits';
import { boundedDirectory } from '../../src/destinations/bounded-directory';
import { BudgetaClient } from '../../src/destinations/budgeta/client';
import { BudgetaConfig } from '../../src/destinations/budgeta/config';
import { BudgetaDestination } from '../../src/destinations/budgeta/budgeta.destination';
import { BudgetaDirectory } from '../../src/destinations/budgeta/budgeta.directory';
import { UnitAccess } from '../../src/destinations/destination.port';
import { SheetsClient } from '../../src/destinations/sheets/client';
import { SheetsConfig } from '../../src/destinations/sheets/config';
import { admissionOf } from '../../src/destinations/sheets/credentials/google-account';
import { SheetsDestination } from '../../src/destinations/sheets/sheets.destination';
import { SheetsDirectory } from '../../src/destinations/sheets/sheets.directory';
import { WorkspaceClient } from '../../src/destinations/workspace/client';
import { WorkspaceConfig } from '../../src/destinations/workspace/config';
import { KEY_PROPERTY } from '../../src/destinations/workspace/transactions';
import { WorkspaceDestination } from '../../src/destinations/workspace/workspace.destination';
import { WorkspaceDirectory } from '../../src/destinations/workspace/workspace.directory';

/** An answer that is asked for, and everything that is made of it. */
export interface HostileSubject {
  readonly name: string;
  readonly status: number;
  readonly bytesMax: number;
  readonly form: ResponseForm;
  readonly ask: () => Promise<unknown>;
}

export interface HostileSubjects {
  readonly subjects: readonly HostileSubject[];
  /** What the server has to answer before the first of them: a token. */
  readonly token: string;
  /** Asks for the token. */
  signIn(): Promise<unknown>;
  close(): Promise<unknown>;
}

const TIMEOUT_MS = 120_000;
const SPREADSHEET = 'x'.repeat(44);
const SHEET = 7;
const APPLICATION = { clientId: 'client', clientSecret: 'secret' };

/** Everything that reads answers of destinations and of where their tokens come from, at one server. */
export function hostileSubjects(url: string): HostileSubjects {
  const common = { baseUrl: url, requestTimeoutMs: TIMEOUT_MS, application: APPLICATION };
  const budgeta = budgetaAt({ ...common, pathSegment: 'plans', requestsPerHour: 1000, oauthUrl: url });
  const server = serverAt(url);
  const sheets = sheetsAt({ ...common, tokenUrl: url, authorizeUrl: url, requestsPerMinute: 1000 }, server);
  const workspace = workspaceAt({ ...common, requestsPerSecond: 1000 });
  return {
    subjects: [...budgeta.subjects, ...sheets.subjects, ...workspace.subjects, identityOf(server)],
    token: '{"access_token":"t","expires_in":100000}',
    signIn: sheets.signIn,
    close: () => Promise.all([budgeta.close(), sheets.close(), workspace.close()]),
  };
}

const SEARCH = { targetExternalIds: [String(SHEET)], since: null, only: null };

function unit(externalId: string, credentials: object): UnitAccess {
  const json = JSON.stringify(credentials);
  return {
    unit: { id: 1, connectionId: 1, externalId, credentials: json },
    permit: () => Promise.resolve(),
  };
}

function budgetaAt(config: BudgetaConfig) {
  const client = new BudgetaClient(config);
  const destination = new BudgetaDestination(client, config, null);
  const directory = boundedDirectory(new BudgetaDirectory(client, null));
  const credentials = { access_token: 't', refresh_token: null };
  const to = unit('plan', credentials);
  const subjects: HostileSubject[] = [
    {
      name: 'BUDGETA, transactions',
      status: 200,
      bytesMax: LARGE_ANSWER.bytes,
      form: {
        json: (rows, members) => `{"data":{"transactions":[${rows}]}${members}}`,
        row: (text, index) =>
          `{"id":"t${index}","account_id":"a","import_id":"k${index}","date":"2026-03-02","amount":-1000,` +
          `"cleared":"cleared","payee_name":${text},"memo":${text},"deleted":false}`,
      },
      ask: () => destination.find(to, SEARCH),
    },
    {
      name: 'BUDGETA, budgets',
      status: 200,
      bytesMax: LARGE_ANSWER.bytes,
      form: {
        json: (rows, members) => `{"data":{"plans":[{"id":"p","name":"P","accounts":[${rows}]}]}${members}}`,
        row: (text, index) =>
          `{"id":"a${index}","name":${text},"type":"checking","note":${text},"balance":0,"cleared_balance":0,` +
          `"uncleared_balance":0}`,
      },
      ask: () => directory.list(to.unit.credentials),
    },
    {
      name: 'BUDGETA, refusal',
      status: 400,
      bytesMax: LARGE_ANSWER.bytes,
      form: {
        json: (rows, members) => `{"error":${rows.split('\n')[0] ?? ''}${members}}`,
        row: (text) => `{"id":"400","name":"bad_request","detail":${text}}\n`,
      },
      ask: () => destination.find(to, SEARCH),
    },
  ];
  return { subjects, close: () => client.close() };
}

function serverAt(url: string): AuthorizationServer {
  return new AuthorizationServer({
    type: 'SHEETS',
    application: APPLICATION,
    authorizeUrl: url,
    tokenUrl: `${url}/token`,
    timeoutMs: TIMEOUT_MS,
    pkce: true,
    client: 'form',
  });
}

function sheetsAt(config: SheetsConfig, server: AuthorizationServer) {
  const client = new SheetsClient(config, server);
  const destination = new SheetsDestination(client, config);
  const directory = boundedDirectory(new SheetsDirectory(client, server));
  const credentials = { refreshToken: 'r', subject: 's', spreadsheets: [SPREADSHEET] };
  const to = unit(SPREADSHEET, credentials);
  const cell = (text: string) => `{"userEnteredValue":{"stringValue":${text}}}`;
  const header = `{"values":[${['Transaction ID', 'Date', 'Payee'].map((name) => cell(JSON.stringify(name))).join()}]}`;
  const sheet = (rows: string) =>
    `{"properties":{"sheetId":${SHEET},"title":"Money"},"data":[{"rowData":[${rows}]}]}`;
  const row = (text: string, index: number) =>
    `{"values":[${cell(`"k${index}"`)},${cell('"2026-03-02"')},${cell(text)}]}`;
  const subjects: HostileSubject[] = [
    {
      name: 'SHEETS, rows',
      status: 200,
      bytesMax: LARGE_ANSWER.bytes,
      form: { json: (rows, members) => `{"sheets":[${sheet(`${header},${rows}`)}]${members}}`, row },
      ask: () => destination.find(to, SEARCH),
    },
    {
      name: 'SHEETS, rows without a key',
      status: 200,
      bytesMax: LARGE_ANSWER.bytes,
      form: { json: (rows, members) => `{"sheets":[${sheet(rows)}]${members}}`, row },
      ask: () => destination.find(to, SEARCH),
    },
    {
      name: 'SHEETS, sheets',
      status: 200,
      bytesMax: LARGE_ANSWER.bytes,
      form: {
        json: (rows, members) => `{"spreadsheetId":"${SPREADSHEET}","sheets":[${rows}]${members}}`,
        row: (text, index) => `{"properties":{"sheetId":${index},"title":${text},"index":${index}}}`,
      },
      ask: () => directory.list(to.unit.credentials),
    },
    {
      name: 'SHEETS, refusal',
      status: 400,
      bytesMax: LARGE_ANSWER.bytes,
      form: {
        json: (rows, members) => `{"error":${rows.split('\n')[0] ?? ''}${members}}`,
        row: (text) => `{"code":400,"message":${text}}\n`,
      },
      ask: () => destination.find(to, SEARCH),
    },
  ];
  return { subjects, signIn: () => destination.find(to, SEARCH), close: () => client.close() };
}

function workspaceAt(config: WorkspaceConfig) {
  const client = new WorkspaceClient(config);
  const destination = new WorkspaceDestination(client, config);
  const directory = boundedDirectory(new WorkspaceDirectory(client, null));
  const to = unit('workspace', { access_token: 't', refresh_token: null });
  const properties = `{"k":{"id":"k","name":${JSON.stringify(KEY_PROPERTY)},"type":"rich_text"}}`;
  const list = (rows: string, members: string) =>
    `{"object":"list","properties":${properties},"results":[${rows}],"has_more":false,"next_cursor":null${members}}`;
  const subjects: HostileSubject[] = [
    {
      name: 'WORKSPACE, pages',
      status: 200,
      bytesMax: PAGE_ANSWER.bytes,
      form: {
        json: list,
        row: (text, index) =>
          `{"object":"page","id":"p${index}","url":"u","in_trash":false,"properties":` +
          `{"k":{"id":"k","type":"rich_text","rich_text":[{"plain_text":${text}}]}}}`,
      },
      ask: () => destination.find(to, SEARCH),
    },
    {
      name: 'WORKSPACE, data sources',
      status: 200,
      bytesMax: PAGE_ANSWER.bytes,
      form: {
        json: list,
        row: (text, index) =>
          `{"object":"data_source","id":"d${index}","url":"u","title":[{"plain_text":${text}}],"properties":{},` +
          `"parent":{"type":"database_id","database_id":"b${index}"},"database_parent":{"type":"workspace"}}`,
      },
      ask: () => directory.list(to.unit.credentials),
    },
    {
      name: 'WORKSPACE, refusal',
      status: 400,
      bytesMax: PAGE_ANSWER.bytes,
      form: {
        json: (rows, members) =>
          `{"object":"error","status":400,"code":"validation_error","message":${rows.split('\n')[0] ?? ''}${members}}`,
        row: (text) => `${text}\n`,
      },
      ask: () => destination.find(to, SEARCH),
    },
  ];
  return { subjects, close: () => client.close() };
}

/** Who the user is, by what Google's token endpoint says. */
function identityOf(server: AuthorizationServer): HostileSubject {
  const scope = 'https://www.googleapis.com/auth/spreadsheets';
  const part = (json: string) => Buffer.from(json).toString('base64url');
  const request = { redirectUri: 'https://client.example', codeVerifier: 'v', given: null, present: null };
  return {
    name: 'SHEETS, tokens and who they are for',
    status: 200,
    bytesMax: TOKEN_ANSWER.bytes,
    form: {
      json: (rows, members) =>
        `{"access_token":"t","refresh_token":"r","scope":"${scope}","id_token":${rows.split('\n')[0] ?? '""'}${members}}`,
      row: (text) => `"${part('{"alg":"none"}')}.${part(`{"sub":"s","email":${text}}`)}."\n`,
    },
    ask: async () => admissionOf(await server.exchange('code', request), request),
  };
}
