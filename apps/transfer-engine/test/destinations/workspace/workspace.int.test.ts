import { eventually } from '@tributary/testing';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';
import { connectDestination, linkTo } from '../linked-destination.fixture';
import { toCredentials } from '../../../src/destinations/http/token-credentials';
import { WorkspaceClient } from '../../../src/destinations/workspace/client';
import { WorkspaceDestination } from '../../../src/destinations/workspace/workspace.destination';

type Values = Readonly<Record<string, string | number | boolean | null>>;

interface Source {
  readonly id: string;
  readonly title: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly pages: readonly { id: string; in_trash: boolean; values: Values }[];
}

let fixture: TransferEngineFixture;
let database = 0;
let sourceId: string;
let linkId: number;

beforeAll(async () => {
  fixture = await TransferEngineFixture.start();
});
afterAll(() => fixture.close());

/** A data source and a link for each test: they need nothing else of their own. */
beforeEach(async () => {
  const title = `Money ${(database += 1)}`;
  const made = await fixture.control<{ data_source_id: string }>('POST', '/workspace/databases', { title });
  sourceId = made.data_source_id;
  const accessToken = fixture.sandbox.credentials.workspace.token;
  const { targets } = await connectDestination(fixture, { type: 'WORKSPACE', accessToken });
  linkId = await linkTo(fixture, { destination_type: 'WORKSPACE', destination_id: targets.get(title) ?? 0 });
});
afterEach(() => fixture.control('DELETE', '/faults'));

const ids = (count: number, from = 1): number[] => Array.from({ length: count }, (_, place) => from + place);

describe('new pages', () => {
  it('the properties are added, and each transaction is a page', async () => {
    await shapeMany(30);
    const { properties, pages } = await source();
    expect(properties).toEqual({
      Name: 'title',
      Notes: 'rich_text',
      'Transaction ID': 'rich_text',
      Date: 'date',
      Amount: 'number',
      Currency: 'select',
      Booked: 'checkbox',
      Description: 'rich_text',
    });
    expect(pages).toHaveLength(30);
    expect(new Set(pages.map(({ values }) => values['Transaction ID'])).size).toBe(30);
    expect(pages.find(({ values }) => values['Amount'] === -7.5)?.values).toMatchObject({
      Name: 'Kahvila Oy',
      Date: '2026-03-02',
      Currency: 'EUR',
      Booked: true,
      Description: 'Card 02.03 KAHVILA',
    });
  });

  it('cost one request each, and three in total', async () => {
    const before = await requests();
    await shapeMany(50);
    expect((await requests()) - before).toBe(53); // and three for the properties: read, searched for keys, made
    await shapeMany(50, 51);
    expect((await requests()) - before).toBe(103);
  });

  it('a property of the user’s with another type is a failure that says what to do', async () => {
    await byHand({ Amount: { rich_text: {} } });
    await shapeMany(1);
    expect(await transfers()).toMatchObject([
      { state: 'FAILED', error: 'The property "Amount" is of type rich_text, and must be of type number.' },
    ]);
    expect((await source()).pages).toEqual([]);
  });

  it('a renamed title, and a renamed key, are recognized', async () => {
    await shapeMany(1);
    await byHand({ Name: { name: 'Shop' }, 'Transaction ID': { name: 'Key' } });
    await fixture.restart(); // what is known of properties is forgotten
    await fault({ kind: 'drop_after_accept', path: 'POST /workspace/v1/pages' });
    await shapeMany(2, 2);
    const { properties, pages } = await source();
    expect(Object.keys(properties)).not.toContain('Transaction ID');
    expect(pages.map(({ values }) => [values['Shop'], values['Key'] !== null])).toEqual(
      Array(3).fill(['Kahvila Oy', true]),
    );
  });

  it('a property that the user deletes is added again', async () => {
    await shapeMany(1);
    await byHand({ Description: null });
    await shapeMany(1, 2);
    expect((await source()).pages.map(({ values }) => values['Description'])).toEqual([
      null,
      'Card 02.03 KAHVILA',
    ]);
  });

  it('a rule’s property is written in the type that the user chose', async () => {
    await byHand({ Category: { select: {} } });
    const fields = { Category: 'Food', Project: 'Move', Payee: 'Shop' };
    await fixture.shape([shaped(1, [linkId], { output: { destinationFields: fields } })]);
    await fixture.idle();
    const { properties, pages } = await source();
    expect(properties).toMatchObject({ Category: 'select', Project: 'rich_text' });
    expect(pages[0]?.values).toMatchObject({ Category: 'Food', Project: 'Move', Name: 'Shop' });
  });
});

describe('failures', () => {
  it.each(['drop_after_accept', 'truncate', 'not_json'])('%s: the page is there once', async (kind) => {
    await fault({ kind, path: 'POST /workspace/v1/pages', after: 3, times: 2 });
    await shapeMany(10);
    expect((await source()).pages).toHaveLength(10);
    expect(await states()).toEqual({ TRANSFERRED: 10 });
  });

  it.each([409, 500, 503, 529])('%i: the page is sent again', async (status) => {
    await fault({ kind: 'status', status, path: 'POST /workspace/v1/pages', times: 2 });
    await shapeMany(5);
    expect((await source()).pages).toHaveLength(5);
  });

  it('the pace is kept, and no request is early', async () => {
    await fixture.control('PUT', '/workspace/limits', { per_second: 20 });
    const before = (await summary()).requests_in_retry_after;
    await shapeMany(80);
    expect((await source()).pages).toHaveLength(80);
    expect((await summary()).requests_in_retry_after).toBe(before);
    await fixture.control('PUT', '/workspace/limits', { per_second: 100_000 });
  });
});

describe('between two attempts', () => {
  beforeAll(() => fixture.restart({ backoffMs: 1500 }));
  afterAll(() => fixture.restart());

  it('a query that lags behind finds the page nevertheless, since it runs later', async () => {
    await shapeMany(1);
    await fixture.control('PUT', '/workspace/limits', { query_lag_ms: 300 });
    await fault({ kind: 'drop_after_accept', path: 'POST /workspace/v1/pages' });
    await shapeMany(1, 2);
    expect((await source()).pages).toHaveLength(2);
    await fixture.control('PUT', '/workspace/limits', { query_lag_ms: 0 });
  });

  it('a page that was moved to the trash while its result was unknown is not created again', async () => {
    await shapeMany(2);
    await fault({ kind: 'drop_after_accept', path: 'POST /workspace/v1/pages' });
    await shape(1, 3);
    await eventually(async () => expect((await source()).pages).toHaveLength(3));
    const { id } = await rowOf(3);
    await fixture.control('PATCH', `/workspace/pages/${id}`, { in_trash: true });
    await fixture.idle();
    expect((await source()).pages).toHaveLength(3);
    expect((await transfers())[2]).toMatchObject({ state: 'DELETED' });
  });
});

describe('changes', () => {
  beforeEach(() => shapeMany(2));

  it('only what differs is written', async () => {
    await change(1, { amount: '-9.00' });
    expect(await pageOf(1)).toMatchObject({ Amount: -9, Name: 'Kahvila Oy' });
  });

  it('a value that the user changed stays, also if a rule set it', async () => {
    await fixture.shape([shaped(7, [linkId], { output: { destinationFields: { Category: 'Food' } } })]);
    await fixture.idle();
    const { id } = await rowOf(7);
    await fixture.control('PATCH', `/workspace/pages/${id}`, {
      properties: { Category: { rich_text: [{ text: { content: 'Mine' } }] }, Amount: { number: -5 } },
    });
    await fixture.shape([
      shaped(7, [linkId], {
        shapedVersion: 2,
        document: {
          amount: '-8.00',
          mapped_fields: { payee: 'New', description: 'Card 02.03 KAHVILA', date: '2026-03-02' },
        },
        output: { destinationFields: { Category: 'Fun' } },
      }),
    ]);
    await fixture.idle();
    expect(await pageOf(7)).toMatchObject({ Category: 'Mine', Amount: -5, Name: 'New' });
  });

  it('a page that the user moved to the trash stays there', async () => {
    const { id } = await rowOf(1);
    await fixture.control('PATCH', `/workspace/pages/${id}`, { in_trash: true });
    await change(1, { amount: '-9.00' });
    expect((await transfers())[0]).toMatchObject({ state: 'DELETED' });
    expect((await rowOf(1)).in_trash).toBe(true);
  });

  it('a removed transaction’s page is moved to the trash, and no other', async () => {
    const own = 9_000_002; // the other tests carry a second transaction, too: theirs would be removed as well
    await fixture.shape([shaped(own, [linkId])]);
    await fixture.idle();
    await fixture.shape([shaped(own, [linkId], { shapedVersion: 2, removed: true })]);
    await fixture.idle();
    expect((await source()).pages.map((page) => page.in_trash)).toEqual([false, false, true]);
  });

  it('a data source that is no longer shared is a failure, not a deletion', async () => {
    await fixture.control('PATCH', `/workspace/data-sources/${sourceId}`, { shared: false });
    await change(1, { amount: '-9.00' });
    expect((await transfers())[0]).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('not shared') as unknown,
    });
  });
});

describe('balances', () => {
  it('are pages of the same data source, each once, and not transactions', async () => {
    const client = new WorkspaceClient(fixture.config.destinations.WORKSPACE);
    const destination = new WorkspaceDestination(client, fixture.config.destinations.WORKSPACE);
    const credentials = toCredentials({
      accessToken: fixture.sandbox.credentials.workspace.token,
      refreshToken: null,
    });
    const unit = { id: 1, connectionId: 1, externalId: 'any', credentials };
    const to = { unit, permit: () => Promise.resolve() };
    const snapshot = {
      key: 'a',
      targetExternalId: sourceId,
      date: '2026-03-02',
      currency: 'EUR',
      cleared: '10.50',
      available: null,
    };
    const first = await destination.writeBalance(to, snapshot);
    expect(await destination.writeBalance(to, snapshot)).toEqual(first);
    expect((await source()).pages.map(({ values }) => values)).toEqual([
      expect.objectContaining({
        Name: 'Balance',
        Balance: 10.5,
        Date: '2026-03-02',
        Currency: 'EUR',
        Available: null,
      }),
    ]);
    const all = { targetExternalIds: [sourceId], since: null, only: null };
    expect(await destination.find(to, all)).toEqual([]);
    await destination.close();
  });
});

it('a list of more pages than a query gives is read to its end', async () => {
  await shapeMany(230);
  const client = new WorkspaceClient(fixture.config.destinations.WORKSPACE);
  const destination = new WorkspaceDestination(client, fixture.config.destinations.WORKSPACE);
  const credentials = toCredentials({
    accessToken: fixture.sandbox.credentials.workspace.token,
    refreshToken: null,
  });
  const to = {
    unit: { id: 1, connectionId: 1, externalId: 'any', credentials },
    permit: () => Promise.resolve(),
  };
  const found = await destination.find(to, {
    targetExternalIds: [sourceId],
    since: '2026-03-01',
    only: null,
  });
  expect(new Set(found.map(({ key }) => key)).size).toBe(230);
  expect(
    await destination.find(to, { targetExternalIds: [sourceId], since: '2026-03-03', only: null }),
  ).toEqual([]);
  await destination.close();
});

async function shape(count: number, from: number): Promise<void> {
  await fixture.shape(ids(count, from).map((id) => shaped(id, [linkId])));
  await eventually(async () => expect((await transfers()).length).toBeGreaterThanOrEqual(from + count - 1));
}

async function shapeMany(count: number, from = 1): Promise<void> {
  await shape(count, from);
  await fixture.idle();
}

async function change(id: number, document: { amount: string }): Promise<void> {
  await fixture.shape([shaped(id, [linkId], { shapedVersion: 2, document })]);
  await fixture.idle();
}

async function source(): Promise<Source> {
  const { data_sources } = await fixture.control<{ data_sources: Source[] }>('GET', '/ledger/workspace');
  const found = data_sources.find(({ id }) => id === sourceId);
  if (!found) throw new Error('there is no such data source');
  return found;
}

async function rowOf(transactionId: number) {
  const [{ id } = { id: '' }] = await fixture.database.query<{ id: string }>(
    'select import_id as id from transfers where link_id = $1 and transaction_id = $2',
    [linkId, transactionId],
  );
  const page = (await source()).pages.find(({ values }) => values['Transaction ID'] === id);
  if (!page) throw new Error('there is no such page');
  return page;
}

async function pageOf(transactionId: number): Promise<Values> {
  return (await rowOf(transactionId)).values;
}

function transfers(): Promise<{ state: string; error: string | null }[]> {
  return fixture.database.query(
    'select state, last_error as error from transfers where link_id = $1 order by transaction_id',
    [linkId],
  );
}

async function states(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { state } of await transfers()) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

async function summary() {
  const { workspace } = await fixture.control<{
    workspace: { requests: number; requests_in_retry_after: number };
  }>('GET', '/summary');
  return workspace;
}

async function requests(): Promise<number> {
  return (await summary()).requests;
}

function byHand(properties: Record<string, unknown>): Promise<void> {
  return fixture.control('PATCH', `/workspace/data-sources/${sourceId}`, { properties });
}

function fault(fault: Record<string, unknown>): Promise<void> {
  return fixture.fault({ target: 'workspace', ...fault });
}
