import { Client, isFullPage, type APIResponseError } from '@notionhq/client';
import { call, SandboxFixture, withDataDir, type Json } from '../sandbox.fixture';

let nowMs = Date.parse('2026-11-21T10:00:00Z');
let fixture: SandboxFixture;
let notion: Client;

beforeAll(async () => {
  fixture = await SandboxFixture.start({ accounts: 1, now: () => nowMs });
  notion = clientOf(fixture);
});
afterAll(() => fixture.close());
beforeEach(() => {
  nowMs += 60_000;
});

describe('its own client', () => {
  it('finds the data source, gives it properties, creates, changes and trashes a page', async () => {
    const found = await notion.search({ filter: { property: 'object', value: 'data_source' } });
    const [source] = found.results;
    const data_source_id = source?.id ?? '';
    await notion.dataSources.update({
      data_source_id,
      properties: {
        Amount: { number: {} },
        Key: { rich_text: {} },
        Date: { date: {} },
        Booked: { checkbox: {} },
      },
    });
    const page = await notion.pages.create({
      parent: { type: 'data_source_id', data_source_id },
      properties: {
        Name: { title: [{ text: { content: 'Kahvila' } }] },
        Amount: { number: -12.4 },
        Key: { rich_text: [{ text: { content: 'k1' } }] },
        Date: { date: { start: '2026-03-02' } },
        Booked: { checkbox: true },
      },
    });
    await notion.pages.update({ page_id: page.id, properties: { Amount: { number: -13 } } });
    const read = await notion.pages.retrieve({ page_id: page.id });
    expect(isFullPage(read) && read.properties['Amount']).toMatchObject({ number: -13 });
    const filter = { property: 'Key', rich_text: { equals: 'k1' } };
    expect((await notion.dataSources.query({ data_source_id, filter })).results).toHaveLength(1);
    await notion.pages.update({ page_id: page.id, in_trash: true });
    expect((await notion.dataSources.query({ data_source_id, filter })).results).toHaveLength(0);
    expect((await notion.dataSources.query({ data_source_id, filter, in_trash: true })).results).toHaveLength(
      1,
    );
    nowMs += 1000;
    const edit = notion.pages.update({ page_id: page.id, properties: { Amount: { number: 1 } } });
    await expect(edit).rejects.toMatchObject({ code: 'validation_error' });
  });
});

describe('refusals', () => {
  it.each([
    [{ Nope: { number: 1 } }, 'Nope is not a property that exists.'],
    [{ Name: { number: 1 } }, 'Name is expected to be title.'],
    [
      { Name: { title: [{ text: { content: 'x'.repeat(2001) } }] } },
      'should be ≤ `2000`, instead was `2001`',
    ],
  ])('%j', async (properties, message) => {
    const { id: data_source_id } = await source();
    const created = notion.pages.create({ parent: { data_source_id }, properties: properties });
    await expect(created).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(message) as unknown,
    });
  });

  it('a wrong token is 401, a missing version 400, an unshared data source 404', async () => {
    const url = `${fixture.sandbox.workspaceUrl}/v1/users/me`;
    expect((await call('GET', url, undefined, 'Bearer wrong')).body).toMatchObject({ code: 'unauthorized' });
    const { token } = fixture.sandbox.credentials.workspace;
    expect((await call('GET', url, undefined, `Bearer ${token}`)).body).toMatchObject({
      code: 'missing_version',
    });
    const { id } = await source(false);
    const refused = notion.dataSources.retrieve({ data_source_id: id });
    await expect(refused).rejects.toMatchObject({ code: 'object_not_found' });
  });

  it('more than three requests a second, after a burst, get a time to retry', async () => {
    const refusals: APIResponseError[] = [];
    for (let request = 0; request < 12; request += 1) {
      await notion.users.me({}).catch((error: unknown) => refusals.push(error as APIResponseError));
    }
    expect(refusals).toHaveLength(3);
    expect(refusals[0]).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(new Headers(refusals[0]?.headers as Record<string, string>).get('retry-after')).toBe('1');
  });
});

it('a query walks through pages by its cursor', async () => {
  const { id: data_source_id } = await source();
  for (let page = 0; page < 5; page += 1) {
    await notion.pages.create({ parent: { data_source_id }, properties: {} });
    nowMs += 1000;
  }
  const ids = new Set<string>();
  let start_cursor: string | undefined;
  do {
    const answer = await notion.dataSources.query({ data_source_id, page_size: 2, start_cursor });
    answer.results.forEach(({ id }) => ids.add(id));
    start_cursor = answer.next_cursor ?? undefined;
  } while (start_cursor !== undefined);
  expect(ids.size).toBe(5);
});

it('a query may lag behind what was written', async () => {
  const { id: data_source_id } = await source();
  await fixture.control('PUT', '/workspace/limits', { query_lag_ms: 5000 });
  await notion.pages.create({ parent: { data_source_id }, properties: {} });
  expect((await notion.dataSources.query({ data_source_id })).results).toHaveLength(0);
  nowMs += 5000;
  expect((await notion.dataSources.query({ data_source_id })).results).toHaveLength(1);
  await fixture.control('PUT', '/workspace/limits', { query_lag_ms: 0 });
});

it('changes that the user makes by hand are marked as the user’s', async () => {
  const { id: data_source_id } = await source();
  const page = await notion.pages.create({ parent: { data_source_id }, properties: {} });
  await fixture.control('PATCH', `/workspace/pages/${page.id}`, {
    properties: { Notes: { rich_text: [{ text: { content: 'mine' } }] } },
  });
  const read = await notion.pages.retrieve({ page_id: page.id });
  expect(isFullPage(read) && read.last_edited_by.id === read.created_by.id).toBe(false);
});

it('an answer is lost after the page was made, and a conflict is 409', async () => {
  const { id: data_source_id } = await source();
  await fixture.control('POST', '/faults', {
    target: 'workspace',
    path: 'POST .*/pages',
    kind: 'drop_after_accept',
  });
  await expect(notion.pages.create({ parent: { data_source_id }, properties: {} })).rejects.toThrow();
  expect((await notion.dataSources.query({ data_source_id })).results).toHaveLength(1);
  await fixture.control('POST', '/faults', { target: 'workspace', kind: 'status', status: 409 });
  await expect(notion.users.me({})).rejects.toMatchObject({ code: 'conflict_error' });
});

it('written pages are there after a restart', () =>
  withDataDir(async (dataDir) => {
    const first = await SandboxFixture.start({ accounts: 1, dataDir });
    const made = await first.control('POST', '/workspace/databases', { title: 'Kept' });
    const data_source_id = String(made.body['data_source_id']);
    await clientOf(first).dataSources.update({ data_source_id, properties: { Amount: { number: {} } } });
    await clientOf(first).pages.create({ parent: { data_source_id }, properties: { Amount: { number: 5 } } });
    await first.close();
    const second = await SandboxFixture.start({ accounts: 1, dataDir });
    const ledger = (await second.control('GET', '/ledger/workspace')).body as unknown as {
      data_sources: { id: string; pages: { values: Json }[] }[];
    };
    expect(ledger.data_sources.find(({ id }) => id === data_source_id)?.pages).toEqual([
      expect.objectContaining({ values: { Name: null, Notes: null, Amount: 5 } }),
    ]);
    await second.close();
  }));

function clientOf({ sandbox }: SandboxFixture): Client {
  return new Client({
    auth: sandbox.credentials.workspace.token,
    baseUrl: sandbox.workspaceUrl,
    notionVersion: '2026-03-11',
    retry: false,
    logger: () => undefined,
  });
}

async function source(shared = true): Promise<{ id: string }> {
  const made = await fixture.control('POST', '/workspace/databases', { title: 'Test', shared });
  return { id: String(made.body['data_source_id']) };
}
