import {
  AccountUpsertedV1,
  DestinationUpsertedV1,
  TransferLinkDocument,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf } from '../../samples';

const ACCOUNT = 17;
const { sample } = DestinationUpsertedV1;
const CATEGORY = sample.resources.find(({ kind }) => kind === 'CATEGORY')?.id ?? 0;

let gateway: GatewayUnderTest;
let userId: number;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('categories@example.org');
  token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, ACCOUNT, accountOf(userId, ACCOUNT));
});
afterAll(() => gateway.close());

/** The sample connection, with its category as the given version of it says. */
async function category(version: number, changed: object): Promise<void> {
  const resources = sample.resources.map((resource) =>
    resource.kind === 'CATEGORY'
      ? { ...resource, version, document: { ...resource.document, ...changed } }
      : { ...resource, version },
  );
  await gateway.publish(DestinationUpsertedV1, sample.connectionId, { ...sample, userId, resources });
}

async function link(id: number, members: Partial<TransferLinkDocument>) {
  const { sample: former } = TransferLinkUpsertedV1;
  const document = {
    ...former.document,
    financial_account_id: ACCOUNT,
    destination_type: 'BUDGETA' as const,
    destination_id: sample.resources.find(({ kind }) => kind === 'BUDGET_ACCOUNT')?.id ?? 0,
    destination_currency: undefined,
    on_other_currency: undefined,
    waiting_for_currency: undefined,
    ...members,
  };
  await gateway.publish(TransferLinkUpsertedV1, ACCOUNT, { ...former, id, userId, document });
  return (await gateway.get(`/transfer-links/${id}`, token)).body.data;
}

const listed = async (query = '') => {
  const path = `/destinations/budgeta/connections/${sample.connectionId}/categories${query}`;
  return (await gateway.get(path, token)).body.data;
};

const map = [{ category_id: 3, destination_category_id: CATEGORY }];

it('the categories of a connection are listed with their budget, the destination’s id and their group', async () => {
  await category(1, { gone_at: null });
  expect(await listed()).toMatchObject([
    {
      id: String(CATEGORY),
      connection_id: String(sample.connectionId),
      budgeta_id: '5f0e',
      name: 'Groceries',
      group: 'Everyday',
      hidden: 'false',
      gone_at: null,
    },
  ]);
});

it('a link shows its map, and how much was sent without a category', async () => {
  const unmapped_categories = [{ category_id: 4, transactions: 12 }];
  expect(await link(41, { category_map: map, unmapped_categories })).toMatchObject({
    category_map: [{ category_id: '3', destination_category_id: String(CATEGORY) }],
    unmapped_categories: [{ category_id: '4', transactions: '12' }],
    health: { status: 'HEALTHY' },
  });
  expect(await link(42, {})).toMatchObject({ category_map: null, unmapped_categories: [] });
});

it('a mapped category that is gone there is said, and another one asked for', async () => {
  const gone_at = '2026-11-30T12:00:00.000Z';
  await category(2, { gone_at });
  expect(await listed('?filter[gone]=true')).toMatchObject([{ gone_at }]);
  expect(await link(43, { category_map: map })).toMatchObject({
    health: {
      status: 'DEGRADED',
      integrator_message: expect.stringContaining('“Groceries”') as string,
    },
  });
});

it('a connection of another user has no list', async () => {
  const other = await gateway.token({ userId: await gateway.user('stranger@example.org') });
  const path = `/destinations/budgeta/connections/${sample.connectionId}/categories`;
  expect((await gateway.get(path, other)).status).toBe(404);
});

it.each([
  [{ category_map: [{ category_id: '3' }] }, 'category_map.0.destination_category_id'],
  [{ category_map: 'none' }, 'category_map'],
  [
    {
      category_map: Array.from({ length: 1001 }, () => ({ category_id: '3', destination_category_id: '4' })),
    },
    'category_map',
  ],
])('a body with a map that is none is refused by its member: %#', async (body, member) => {
  const answer = await gateway.request<{ errors: object }>('/api/v1/transfer-links/41', {
    token,
    method: 'PUT',
    body,
  });
  expect(answer.status).toBe(422);
  expect(Object.keys(answer.body.errors)).toEqual([member]);
});
