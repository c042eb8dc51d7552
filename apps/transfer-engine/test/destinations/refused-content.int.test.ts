import { ShapedOutput } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { shaped, TransferEngineFixture } from '../transfer-engine.fixture';
import { connectDestination, linkTo } from './linked-destination.fixture';

/** What a destination refuses for its content stops that row alone, with a sentence, and is not sent again as it is. */

type Values = Readonly<Record<string, string | number | boolean | null>>;

const PROTECTED =
  'You are trying to edit a protected cell or object. Please contact the spreadsheet owner to remove protection if you need to edit.';
const IS_PROTECTED =
  'The sheet, or a range of it, is protected in Google Sheets: let the connected account edit it, then retry the transfers.';
/** Of the case N01: texts that a sheet could take for something else, and more digits than a double has. */
const ODD_ROWS = [
  { payee: '=HYPERLINK("http://x.example";"y")', description: '@SUM(1)', amount: '-1.00' },
  { payee: '+358 40 1234', description: '-minus', amount: '-2.00' },
  { payee: 'P'.repeat(300), description: 'n'.repeat(16_000), amount: '-3.00' },
  { payee: '', description: '', amount: '-4.00' },
  { payee: 'Yen', description: 'x', amount: '-3000' },
  { payee: '12.5', description: '0012', amount: '-5.00' },
  { payee: 'TRUE', description: '2026-01-01', amount: '-6.00' },
  { payee: 'Big', description: 'x', amount: '-99999999999999.99' },
] as const;

let fixture: TransferEngineFixture;
let linkId: number;
let titles = 0;

beforeAll(async () => {
  fixture = await TransferEngineFixture.start();
});
afterAll(() => fixture.close());
afterEach(() => fixture.control('DELETE', '/faults'));

describe('Google Sheets', () => {
  let spreadsheet: string;

  beforeEach(async () => {
    const made = await fixture.control<{ spreadsheet_id: string }>('POST', '/sheets/spreadsheets', {
      title: 'Mine',
      tabs: ['Money'],
    });
    spreadsheet = made.spreadsheet_id;
    const serviceAccountKey = JSON.stringify(fixture.sandbox.credentials.sheets);
    const { targets } = await connectDestination(fixture, {
      type: 'SHEETS',
      serviceAccountKey,
      spreadsheets: [spreadsheet],
    });
    linkId = await linkTo(fixture, { destination_type: 'SHEETS', destination_id: targets.get('Money') ?? 0 });
  });

  it('a protected sheet is a failure that says what to do, without a search for the row', async () => {
    await refuse('sheets', `Invalid requests[2].appendCells: ${PROTECTED}`);
    const before = await writes();
    await atOnce(60, () => shape(60));
    expect(await states()).toEqual(Array(60).fill(['FAILED', IS_PROTECTED]));
    expect((await writes()) - before).toBeLessThanOrEqual(1);
  });

  it('of many changes, the one in a protected range fails, and the others arrive', async () => {
    await shape(4);
    await fixture.idle();
    // Two requests mark the newest write; then each row has one.
    await refuse('sheets', `Invalid requests[3].updateCells: ${PROTECTED}`, 1);
    await atOnce(4, () => shape(4, { shapedVersion: 2, document: { amount: '-9.00' } }));
    expect((await states()).map(([state]) => state).sort()).toEqual([
      'FAILED',
      'TRANSFERRED',
      'TRANSFERRED',
      'TRANSFERRED',
    ]);
    expect((await money()).filter((row) => row[2] === -9)).toHaveLength(3);
    expect((await states()).find(([state]) => state === 'FAILED')).toEqual(['FAILED', IS_PROTECTED]);
  });

  it('a refused removal leaves that row, and removes the others', async () => {
    await shape(4);
    await fixture.idle();
    await refuse('sheets', `Invalid requests[2].deleteDimension: ${PROTECTED}`, 1);
    await atOnce(3, () => shape(3, { shapedVersion: 2, removed: true }));
    expect((await states()).map(([state]) => state).sort()).toEqual([
      'DELETED',
      'DELETED',
      'FAILED',
      'TRANSFERRED',
    ]);
    expect((await money()).slice(1)).toHaveLength(2);
  });

  it('odd texts and large amounts arrive as they are, and no cell is a formula', async () => {
    await shapeOdd();
    const [tab] = await tabs();
    expect(tab?.formulas).toEqual([]);
    expect(tab?.rows.slice(1).map((row) => [row[4] ?? '', row[5] ?? ''])).toEqual(
      ODD_ROWS.map(({ payee, description }) => [payee, description]),
    );
    expect(tab?.rows.slice(1).map((row) => row[2])).toEqual([
      -1,
      -2,
      -3,
      -4,
      -3000,
      -5,
      -6,
      '-99999999999999.99',
    ]);
  });

  async function tabs() {
    const ledger = await fixture.control<{
      spreadsheets: { id: string; tabs: { rows: (string | number | null)[][]; formulas: string[] }[] }[];
    }>('GET', '/ledger/sheets');
    return ledger.spreadsheets.find(({ id }) => id === spreadsheet)?.tabs ?? [];
  }

  async function money() {
    return (await tabs())[0]?.rows ?? [];
  }

  async function writes(): Promise<number> {
    const { sheets } = await fixture.control<{ sheets: { requests: { write: number } } }>('GET', '/summary');
    return sheets.requests.write;
  }
});

describe('Notion', () => {
  let sourceId: string;

  beforeEach(async () => {
    const title = `Refused ${(titles += 1)}`;
    const made = await fixture.control<{ data_source_id: string }>('POST', '/workspace/databases', { title });
    sourceId = made.data_source_id;
    const accessToken = fixture.sandbox.credentials.workspace.token;
    const { targets } = await connectDestination(fixture, { type: 'WORKSPACE', accessToken });
    linkId = await linkTo(fixture, {
      destination_type: 'WORKSPACE',
      destination_id: targets.get(title) ?? 0,
    });
  });

  it.each([
    ['select', 'Food, drinks', 'options hold no commas'],
    ['email', `${'a'.repeat(200)}@example.com`, 'at most 200 characters'],
    ['phone_number', '1'.repeat(201), 'at most 200 characters'],
    ['multi_select', Array.from({ length: 101 }, (_, at) => `o${at}`).join(','), 'at most 100 options'],
    ['number', 'much', 'takes a number only'],
    ['date', 'soon', 'takes a date'],
    ['date', '2026-02-30', 'takes a date'],
    ['status', 'Booked', 'Status option "Booked" does not exist'],
  ])('a %s that Notion refuses fails alone, with the reason', async (type, value, reason) => {
    await properties({ Mine: { [type]: {} } });
    await atOnce(3, async () => {
      await fixture.shape([1, 3].map((id) => shaped(id, [linkId])));
      await fixture.shape([shaped(2, [linkId], { output: { destinationFields: { Mine: value } } })]);
    });
    const all = await states();
    expect(all.map(([state]) => state)).toEqual(['TRANSFERRED', 'FAILED', 'TRANSFERRED']);
    expect(all[1]?.[1]).toContain(reason);
    expect(await pages()).toHaveLength(2);
  });

  it.each([
    ['select', 'x'.repeat(150), 'x'.repeat(100)],
    ['multi_select', 'a, b, a,', 'a, b'],
    ['email', ' a@example.com ', 'a@example.com'],
    ['url', `https://example.com/${'p'.repeat(3000)}`, `https://example.com/${'p'.repeat(1980)}`],
    ['status', 'Done', 'Done'],
  ])('a %s is mended to what Notion accepts', async (type, value, held) => {
    await properties({ Mine: { [type]: {} } });
    await shape(1, { output: { destinationFields: { Mine: value } } });
    await fixture.idle();
    expect(await pages()).toMatchObject([{ values: { Mine: held } }]);
  });

  it('a page that was refused is not sent again as it is', async () => {
    await properties({ Mine: { status: {} } });
    await shape(1);
    await fixture.idle();
    const before = await requests();
    await shape(1, { output: { destinationFields: { Mine: 'Booked' } } }, 2);
    await fixture.idle();
    expect((await requests()) - before).toBe(2); // the page, and the properties again
    expect((await states())[1]?.[0]).toBe('FAILED');
  });

  it('odd texts arrive whole, and an amount of too many digits stands as a text', async () => {
    await shapeOdd();
    const held = await pages();
    expect(held.map(({ values }) => [values['Name'] ?? '', values['Description'] ?? '']).sort()).toEqual(
      ODD_ROWS.map(({ payee, description }) => [payee, description]).sort(),
    );
    const big = held.find(({ values }) => values['Name'] === 'Big');
    expect(big?.values).toMatchObject({ Amount: null, 'Exact amount': '-99999999999999.99' });
    expect((await states()).at(-1)).toEqual([
      'TRANSFERRED',
      'A number of Notion does not keep all digits of the amount, so it stands as a text in the property "Exact amount".',
    ]);
  });

  it('a data source in the trash is a failure that says so, and its pages go on once it is back', async () => {
    await shape(2);
    await fixture.idle();
    await fixture.control('PATCH', `/workspace/data-sources/${sourceId}`, { in_trash: true });
    await shape(2, { shapedVersion: 2, document: { amount: '-9.00' } });
    await fixture.idle();
    expect(await states()).toEqual(
      Array(2).fill([
        'FAILED',
        'The data source is in the trash of the workspace: restore it there, then retry the transfers.',
      ]),
    );
    await fixture.control('PATCH', `/workspace/data-sources/${sourceId}`, { in_trash: false });
    await shape(2, { shapedVersion: 3, document: { amount: '-8.00' } });
    await fixture.idle();
    expect((await pages()).map(({ values }) => values['Amount'])).toEqual([-8, -8]);
  });

  function properties(wanted: Record<string, unknown>): Promise<void> {
    return fixture.control('PATCH', `/workspace/data-sources/${sourceId}`, { properties: wanted });
  }

  async function pages(): Promise<readonly { values: Values }[]> {
    const ledger = await fixture.control<{ data_sources: { id: string; pages: { values: Values }[] }[] }>(
      'GET',
      '/ledger/workspace',
    );
    return ledger.data_sources.find(({ id }) => id === sourceId)?.pages ?? [];
  }

  async function requests(): Promise<number> {
    const { workspace } = await fixture.control<{ workspace: { requests: number } }>('GET', '/summary');
    return workspace.requests;
  }
});

describe('BUDGETA', () => {
  let budgetLinkId: number;
  const CATEGORY = '0f4f2ad4-6c1c-4c3e-9d53-3c5a2f0f7f11';

  beforeAll(async () => {
    budgetLinkId = (await fixture.linked()).link.id;
  });
  beforeEach(() => {
    linkId = budgetLinkId;
  });

  it('a category that is no more fails each row that has it, and costs one further request', async () => {
    await refuse('budgeta', 'category_id does not exist (index: 0)', 1);
    const before = (await fixture.summary()).requests ?? 0;
    await atOnce(7, async () => {
      const withCategory = { output: { destinationFields: { category_id: CATEGORY } } };
      await fixture.shape([1, 2, 3, 4, 5].map((id) => shaped(id, [linkId], withCategory)));
      await fixture.shape([6, 7].map((id) => shaped(id, [linkId])));
    });
    expect((await states()).map(([state]) => state)).toEqual([
      ...Array<string>(5).fill('FAILED'),
      'TRANSFERRED',
      'TRANSFERRED',
    ]);
    expect(((await fixture.summary()).requests ?? 0) - before).toBe(2);
  });

  it('a name instead of a category’s id is refused without a request', async () => {
    await shape(1, { output: { destinationFields: { category: 'Groceries' } } }, 8);
    await fixture.idle();
    expect((await states()).at(-1)).toEqual([
      'FAILED',
      'BUDGETA takes a category by its id, a UUID: the rule that sets the category has to name that in category_id.',
    ]);
  });
});

type Changes = NonNullable<Parameters<typeof shaped>[2]> & { output?: Partial<ShapedOutput> };

async function shape(count: number, changes: Changes = {}, from = 1): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => from + at);
  await fixture.shape(ids.map((id) => shaped(id, [linkId], changes)));
  await eventually(async () => expect((await states()).length).toBeGreaterThanOrEqual(from + count - 1));
}

async function shapeOdd(): Promise<void> {
  await fixture.shape(
    ODD_ROWS.map(({ payee, description, ...row }, at) => {
      const mapped_fields = { payee, description, date: '2026-03-02' };
      return shaped(at + 1, [linkId], { document: { ...row, mapped_fields } });
    }),
  );
  await eventually(async () => expect(await states()).toHaveLength(ODD_ROWS.length));
  await fixture.idle();
}

/** Sent by one turn: nothing is sent before so many transfers wait. */
async function atOnce(waiting: number, make: () => Promise<void>): Promise<void> {
  await fixture.database.execute(`update destination_connections set blocked_until = 'infinity'`);
  await make();
  await eventually(async () =>
    expect((await states()).filter(([state]) => state === 'PENDING')).toHaveLength(waiting),
  );
  await fixture.database.execute(`update destination_connections set blocked_until = '-infinity'`);
  await fixture.idle();
}

async function states(): Promise<[string, string | null][]> {
  const rows = await fixture.database.query<{ state: string; error: string | null }>(
    'select state, last_error as error from transfers where link_id = $1 order by transaction_id',
    [linkId],
  );
  return rows.map(({ state, error }) => [state, error]);
}

/** The server's own words, for writes. */
function refuse(target: 'sheets' | 'workspace' | 'budgeta', error: string, times: number | null = null) {
  const path = target === 'sheets' ? ':batchUpdate' : 'POST';
  return fixture.fault({ target, kind: 'status', status: 400, path, error, times });
}
