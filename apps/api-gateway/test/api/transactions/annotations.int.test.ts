import {
  AccountUpsertedV1,
  AnnotateTransactions,
  CategoryDeletedV1,
  CategoryUpsertedV1,
  CreateCategory,
  DeleteCategory,
  EventPayload,
  ImportCategories,
  Problem,
  TransactionShapedV1,
  UpdateCategory,
  UpdateTransactions,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, bulkOf, shapedOf, transactionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
const owners: Consumption[] = [];

const PATH = '/finance/transactions';

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('annotations@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, 17, accountOf(userId, 17));
});
afterEach(async () => {
  for (const owner of owners.splice(0)) await owner.stop();
});
afterAll(() => gateway.close());

const play = async (...fakes: readonly ReturnType<typeof fake>[]): Promise<void> => {
  owners.push(await gateway.playOwner(...fakes));
};

const send = (method: string, path: string, body?: unknown, by = token) =>
  gateway.request(`/api/v1${path}`, { method, body, token: by });

const publish = (...transactions: ReturnType<typeof transactionOf>[]) =>
  gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, transactions));

const ids = async (query: string): Promise<string[]> =>
  (await gateway.list(`${PATH}?${query}`, token)).body.data.map(({ id }) => String(id)).sort();

const done = (transactionId: number) => ({ transactionId, error: null, message: 'Done.', errors: {} });
const SET = {
  category_id: '12',
  note: 'Lunch',
  tags: ['Trip'],
  edited_fields: ['category_id', 'note', 'tags'],
};

describe('category, note and tags over REST', () => {
  it('are set by a request of their own, and readable at once', async () => {
    await publish(transactionOf(2001));
    const asked: unknown[] = [];
    await play(
      fake(AnnotateTransactions, (payload) => {
        asked.push(payload);
        const shaped = [shapedOf(userId, 17, [transactionOf(2001, SET, { shapedVersion: 2 })])];
        return { outcomes: [done(2001)], shaped };
      }),
    );
    const { category_id, note, tags } = SET;
    const answer = await send('PUT', `${PATH}/2001`, { category_id: 12, note, tags });
    expect(answer).toMatchObject({ status: 200, body: { data: { id: '2001', ...SET } } });
    const items = [{ transactionId: 2001, changes: { category_id, note, tags } }];
    expect(asked).toEqual([{ items, mode: 'all_or_none' }]);
    expect(await ids('filter[category]=12')).toEqual(['2001']);
    expect(await ids('filter[tag]=trip')).toEqual(['2001']);
  });

  it('stay in what a client reads of its own edit, before the rules have run', async () => {
    await publish(transactionOf(2002, SET));
    await play(
      fake(UpdateTransactions, () => {
        const { raw, createdAt } = transactionOf(2002, { amount: '-1.00', edited_fields: ['amount'] });
        const version = {
          id: 2002,
          version: 2,
          createdAt,
          updatedAt: '2099-01-01T00:00:00.000Z',
          document: raw,
        };
        return bulkOf(2002, {
          financialAccountId: 17,
          userId,
          upserted: [version],
          removed: [],
          settlements: [],
        });
      }),
    );
    const edited = await send('PUT', `${PATH}/2002`, { amount: '-1.00' });
    expect(edited.body).toMatchObject({
      data: { ...SET, amount: '-1.00', edited_fields: ['amount', 'category_id', 'note', 'tags'] },
    });
    expect(await ids('filter[category]=12&filter[id]=2002')).toEqual(['2002']);
  });

  it.each([
    [{ note: 'Mine', amount: '-1.00' }, 'body'],
    [{ category_id: 'groceries' }, 'category_id'],
    [{ category_id: '9007199254740993' }, 'category_id'],
    [{ note: 'n'.repeat(1001) }, 'note'],
    [{ note: 7 }, 'note'],
    [{ tags: 'trip' }, 'tags'],
    [{ tags: [''] }, 'tags'],
    [{ tags: ['t'.repeat(51)] }, 'tags'],
    [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags'],
    [{}, 'body'],
  ])('%j is 422, with the member', async (body, member) => {
    const { status, body: answer } = await send('PUT', `${PATH}/2001`, body);
    expect({ status, members: Object.keys(answer.errors ?? {}) }).toEqual({ status: 422, members: [member] });
  });

  it('are changed in bulk beside edits, each item by its owner and in the order of the request', async () => {
    await publish(transactionOf(2011), transactionOf(2012), transactionOf(2013));
    await play(
      fake(AnnotateTransactions, ({ items, mode }) => {
        expect({ mode, ids: items.map(({ transactionId }) => transactionId) }).toEqual({
          mode: 'each',
          ids: [2011, 9],
        });
        const refused = {
          transactionId: null,
          error: 'not_found' as const,
          message: 'Resource not found.',
          errors: {},
        };
        const shaped = [shapedOf(userId, 17, [transactionOf(2011, SET, { shapedVersion: 2 })])];
        return { outcomes: [done(2011), refused], shaped };
      }),
    );
    await play(
      fake(UpdateTransactions, ({ items }) => {
        expect(items).toEqual([{ transactionId: 2012, fields: { additional_information: 'Edited' } }]);
        const changes = { financialAccountId: 17, userId, upserted: [], removed: [], settlements: [] };
        return bulkOf(2012, changes);
      }),
    );
    const { status, body } = await send('PUT', `${PATH}/bulk`, {
      transactions: [
        { id: 2011, note: 'Lunch' },
        { id: 2012, additional_information: 'Edited' },
        { id: 9, tags: ['trip'] },
      ],
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      results: [
        { index: 0, transaction_id: '2011', success: true, data: { note: 'Lunch' } },
        { index: 1, transaction_id: '2012', success: true },
        { index: 2, transaction_id: '9', success: false, error: 'not_found', data: null },
      ],
    });
    const mixed = await send('PUT', `${PATH}/bulk`, {
      transactions: [
        { id: 1, note: 'a' },
        { id: 2, note: 'a', amount: '1' },
      ],
    });
    expect(mixed).toMatchObject({
      status: 422,
      body: { errors: { 'transactions.1': [expect.stringContaining('two requests')] } },
    });
  });
});

const categoryOf = (id: number, name: string, version = 1): EventPayload<typeof CategoryUpsertedV1> => ({
  ...CategoryUpsertedV1.sample,
  id,
  version,
  userId,
  document: { name, group: null, hidden: false, source: null },
});

describe('categories over REST', () => {
  it('are added, changed, listed and imported, and only their user sees them', async () => {
    await play(
      fake(CreateCategory, ({ name }) => categoryOf(31, name)),
      fake(UpdateCategory, ({ changes }) => categoryOf(31, changes.name ?? '', 2)),
      fake(ImportCategories, () => ({
        categories: [
          { categoryId: 32, added: true },
          { categoryId: 31, added: false },
        ],
        upserted: [categoryOf(32, 'Rent')],
      })),
    );
    expect(await send('POST', '/categories', { name: 'Food' })).toMatchObject({
      status: 201,
      body: { data: { id: '31', name: 'Food', group: null, hidden: false, source: null } },
    });
    expect(await send('PUT', '/categories/31', {})).toMatchObject({ status: 422 });
    expect(await send('PUT', '/categories/31', { name: 'Groceries' })).toMatchObject({
      body: { data: { id: '31', name: 'Groceries' } },
    });
    const body = { categories: [{ name: 'Rent', group: 'Home' }, { name: 'Groceries' }] };
    expect((await send('POST', '/categories/import', body)).body.data).toMatchObject({
      results: [
        { index: 0, added: true, data: { id: '32', name: 'Rent' } },
        { index: 1, added: false, data: { id: '31' } },
      ],
    });
    const { body: listed } = await gateway.list('/categories?sort=name', token);
    expect(listed.data.map(({ name }) => name)).toEqual(['Groceries', 'Rent']);
    const other = await gateway.token({ userId: await gateway.user('stranger@example.com') });
    expect((await gateway.list('/categories', other)).body.data).toEqual([]);
    expect((await gateway.get('/categories/31', other)).status).toBe(404);
    expect((await send('POST', '/categories', { name: 'n'.repeat(101) })).status).toBe(422);
    const reading = await gateway.token({ userId, scopes: ['transactions:read'] });
    expect((await send('POST', '/categories', { name: 'Mine' }, reading)).status).toBe(403);
  });

  it('that are used are 409 with the numbers, and deleted with the choice of what follows', async () => {
    await gateway.publish(CategoryUpsertedV1, 41, categoryOf(41, 'Old'));
    await play(
      fake(DeleteCategory, ({ categoryId, moveTo }) => {
        if (moveTo === null) throw Problem.conflict('In use.', { transactions_count: '3', rules_count: '1' });
        expect(moveTo).toBe(31);
        return {
          deleted: { ...CategoryDeletedV1.sample, id: categoryId, userId, movedTo: 31 },
          rules: [],
        };
      }),
    );
    expect(await send('DELETE', '/categories/41')).toMatchObject({
      status: 409,
      body: { transactions_count: '3', rules_count: '1' },
    });
    expect((await send('DELETE', '/categories/41', { move_to: 'nothing' })).status).toBe(422);
    expect((await send('DELETE', '/categories/41', { move_to: '31' })).status).toBe(200);
    expect((await gateway.get('/categories/41', token)).status).toBe(404);
  });
});
