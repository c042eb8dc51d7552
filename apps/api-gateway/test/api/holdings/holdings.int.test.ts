import {
  AccountUpsertedV1,
  EventPayload,
  HoldingDocument,
  HoldingsSnapshottedV1,
  sampleHolding,
} from '@tributary/contracts';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf } from '../../samples';

type Snapshot = EventPayload<typeof HoldingsSnapshottedV1>;

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
/** Each test's own, as its user. */
let accountId = 18;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  accountId += 1;
  userId = await gateway.user(`investor-${accountId}@example.com`);
  token = await gateway.token({ userId });
  const account = accountOf(userId, accountId, { account_category: 'INVESTMENT' });
  await gateway.publish(AccountUpsertedV1, accountId, account);
});

/** A test's position, among those of all tests. */
function positionOf(id: number): number {
  return accountId * 10 + id;
}

function snapshotOf(
  version: number,
  held: readonly [id: number, symbol: string, document?: Partial<HoldingDocument>][],
  change: Partial<Snapshot> = {},
): Snapshot {
  const holdings = held.map(([id, symbol, document]) => ({
    id: positionOf(id),
    createdAt: HoldingsSnapshottedV1.sample.snapshotAt,
    updatedAt: HoldingsSnapshottedV1.sample.snapshotAt,
    document: { ...sampleHolding, ...document, instrument: { ...sampleHolding.instrument, symbol } },
  }));
  return {
    ...HoldingsSnapshottedV1.sample,
    financialAccountId: accountId,
    userId,
    version,
    holdings,
    ...change,
  };
}

function publish(...snapshots: Snapshot[]): Promise<void> {
  return gateway.publish(HoldingsSnapshottedV1, accountId, ...snapshots);
}

async function symbols(query = ''): Promise<unknown[]> {
  const { body } = await gateway.list(`/finance/accounts/${accountId}/holdings${query}`, token);
  return body.data.map((holding) => (holding['instrument'] as { symbol: string }).symbol);
}

describe('GET /finance/accounts/{accountId}/holdings', () => {
  it('shows each position, its numbers as texts', async () => {
    await publish(snapshotOf(1, [[7, 'ACME', { units: '0.123456789012345678', market_value: null }]]));
    const { status, body } = await gateway.list(`/finance/accounts/${accountId}/holdings`, token);
    expect(status).toBe(200);
    expect(body.meta.total).toBe(1);
    expect(body.data[0]).toEqual({
      id: String(positionOf(7)),
      financial_account_id: String(accountId),
      instrument: sampleHolding.instrument,
      option: null,
      units: '0.123456789012345678',
      price: '41.20',
      cost_basis: '38.00',
      market_value: null,
      currency: 'EUR',
      cash_equivalent: 'false',
      created_at: HoldingsSnapshottedV1.sample.snapshotAt,
      updated_at: HoldingsSnapshottedV1.sample.snapshotAt,
    });
  });

  it('sorts by symbol and by value as a number, and pages', async () => {
    await publish(
      snapshotOf(1, [
        [7, 'B', { market_value: '9.00' }],
        [8, 'C', { market_value: '10.00' }],
        [9, 'A', { market_value: null }],
      ]),
    );
    expect(await symbols()).toEqual(['A', 'B', 'C']);
    expect(await symbols('?sort=-market_value')).toEqual(['C', 'B', 'A']);
    expect(await symbols('?page[size]=2&page[number]=2')).toEqual(['C']);
    expect((await gateway.get(`/finance/accounts/${accountId}/holdings?sort=units`, token)).status).toBe(422);
  });

  it('removes positions that a later snapshot does not list, once all its parts have arrived', async () => {
    await publish(
      snapshotOf(1, [
        [7, 'ACME'],
        [8, 'GONE'],
      ]),
    );
    await publish(snapshotOf(2, [[7, 'ACME']], { part: 1, parts: 2 }));
    expect(await symbols()).toEqual(['ACME', 'GONE']);
    await publish(snapshotOf(2, [[9, 'NEW']], { part: 2, parts: 2 }));
    expect(await symbols()).toEqual(['ACME', 'NEW']);
    await publish(snapshotOf(3, []));
    expect(await symbols()).toEqual([]);
  });

  it('does not restore positions of an older snapshot, however often it arrives', async () => {
    const older = snapshotOf(1, [
      [7, 'ACME'],
      [8, 'GONE'],
    ]);
    const newer = snapshotOf(2, [[7, 'ACME']]);
    await publish(older, newer);
    await publish(older);
    await publish(older, newer, older);
    expect(await symbols()).toEqual(['ACME']);
  });

  it('is not found for accounts that the token was not granted', async () => {
    await publish(snapshotOf(1, [[7, 'ACME']]));
    const restricted = await gateway.token({ userId, accountIds: [accountId + 1] });
    const stranger = await gateway.token({ userId: await gateway.user('other@example.com') });
    for (const other of [restricted, stranger]) {
      const { status, body } = await gateway.get(`/finance/accounts/${accountId}/holdings`, other);
      expect([status, body['message']]).toEqual([404, 'Resource not found.']);
    }
  });
});
