import {
  AccountUpsertedV1,
  DestinationUpsertedV1,
  TransferLinkDocument,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf } from '../../samples';

const EUROS = 17;
const DOLLARS = 18;

let gateway: GatewayUnderTest;
let userId: number;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('currencies@example.org');
  token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, EUROS, accountOf(userId, EUROS));
  await gateway.publish(AccountUpsertedV1, DOLLARS, accountOf(userId, DOLLARS, { currency: 'USD' }));
});
afterAll(() => gateway.close());

/** The sample budget with one account, the next version of it. */
async function budget(currency: string | null, version: number): Promise<void> {
  const { sample } = DestinationUpsertedV1;
  const resources = sample.resources.map((resource) =>
    resource.kind === 'BUDGET'
      ? { ...resource, version, document: { ...resource.document, currency } }
      : { ...resource, version },
  );
  const payload = { ...sample, userId, resources };
  await gateway.publish(DestinationUpsertedV1, sample.connectionId, payload);
}

/** A link as one of the release before was published, unless `members` say more. */
async function link(id: number, accountId: number, members: Partial<TransferLinkDocument> = {}) {
  const { sample } = TransferLinkUpsertedV1;
  const target = DestinationUpsertedV1.sample.resources.find(({ kind }) => kind === 'BUDGET_ACCOUNT');
  const document = {
    ...sample.document,
    financial_account_id: accountId,
    destination_type: 'BUDGETA' as const,
    destination_id: target?.id ?? 0,
    on_other_currency: undefined,
    destination_currency: undefined,
    waiting_for_currency: undefined,
    ...members,
  };
  await gateway.publish(TransferLinkUpsertedV1, accountId, { ...sample, id, userId, document });
  const { body } = await gateway.get(`/transfer-links/${id}`, token);
  return body.data;
}

describe('a link of before', () => {
  it('between two currencies says so in its health', async () => {
    await budget('EUR', 1);
    expect(await link(31, EUROS)).toMatchObject({
      on_other_currency: null,
      destination_currency: 'EUR',
      transactions_waiting_for_currency: '0',
      health: { status: 'HEALTHY', integrator_message: null },
    });
    expect(await link(32, DOLLARS)).toMatchObject({
      health: { status: 'DEGRADED', integrator_message: expect.stringContaining('in USD') as string },
    });
  });

  it('to a budget that states no currency says so where that gets another one', async () => {
    await budget(null, 2);
    expect(await link(33, EUROS)).toMatchObject({
      destination_currency: null,
      health: { status: 'HEALTHY' },
    });
    const message = expect.stringContaining('other amounts in EUR') as string;
    expect(await link(34, DOLLARS)).toMatchObject({
      health: { status: 'DEGRADED', integrator_message: message },
    });
  });
});

it('a link says how many transactions wait', async () => {
  const members = {
    on_other_currency: 'CONVERT',
    destination_currency: 'EUR',
    waiting_for_currency: 3,
  } as const;
  expect(await link(35, DOLLARS, members)).toMatchObject({
    on_other_currency: 'CONVERT',
    destination_currency: 'EUR',
    transactions_waiting_for_currency: '3',
    health: { status: 'DEGRADED', integrator_message: expect.stringContaining('3 transactions') as string },
  });
});
