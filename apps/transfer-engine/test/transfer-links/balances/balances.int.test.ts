import { BalanceSnapshottedV1, TransferLinkUpsertedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { TestUser } from '../../test-user.fixture';
import { shaped, TransferEngineFixture } from '../../transfer-engine.fixture';

let service: TransferEngineFixture;
let user: TestUser;

beforeAll(async () => {
  service = await TransferEngineFixture.start();
});
afterAll(() => service.close());
beforeEach(async () => {
  user = await TestUser.of(service);
});
afterEach(() => user.endFaults());

const snapshot = (version: number, cleared: string, snapshotAt = '2026-03-02T10:00:00.000Z') =>
  service.publish(BalanceSnapshottedV1, user.accountId, {
    ...BalanceSnapshottedV1.sample,
    financialAccountId: user.accountId,
    userId: user.id,
    version,
    cleared,
    snapshotAt,
  });
const balance = () => user.of(TransferLinkUpsertedV1).at(-1)?.document.balance;
const written = (cleared: string) =>
  eventually(() => expect(balance()).toMatchObject({ state: 'WRITTEN', cleared, error: null }));
const adjustments = async () => (await user.ledger()).filter((row) => row.import_id?.startsWith('tbl:'));
const total = async () =>
  (await user.ledger()).filter((row) => !row.deleted).reduce((sum, row) => sum + row.amount, 0);

it('a balance is written as an adjustment, after the transactions; the same one again changes nothing', async () => {
  const { link } = await user.linked({ sync_mode: 'TRANSACTIONS_AND_BALANCE' });
  const before = await user.byHand('GET', '/plans/last-used/accounts');
  const [account] = (before.data as { accounts: { cleared_balance: number }[] }).accounts;
  const start = account?.cleared_balance ?? 0;
  await user.shape([1, 2].map((id) => shaped(id, [link.id])));
  await snapshot(1, '100.00');
  await written('100.00');
  expect(start + (await total())).toBe(100_000);
  await snapshot(2, '100.00');
  await snapshot(3, '93.50');
  await written('93.50');
  expect(start + (await total())).toBe(93_500);
  expect(await adjustments()).toHaveLength(2);
});

it('a lost answer does not cause a second adjustment', async () => {
  await user.linked({ sync_mode: 'BALANCE' });
  await user.fault({ kind: 'drop_after_accept', path: 'POST' });
  await snapshot(1, '42.00');
  await written('42.00');
  expect(await adjustments()).toHaveLength(1);
});

it('a link that begins to carry balances writes the last one; one that stops writes none', async () => {
  const { link } = await user.linked();
  await snapshot(1, '7.00');
  await user.changeLink({ transfer_link_id: link.id, sync_mode: 'BALANCE' });
  await written('7.00');
  await user.changeLink({ transfer_link_id: link.id, sync_mode: 'TRANSACTIONS' });
  await snapshot(2, '8.00');
  expect(
    await user.database.query(
      'select 1 from balance_writes where unit_id in (select id from destination_units where user_id = $1)',
      [user.id],
    ),
  ).toEqual([]);
});

it('an account that was deleted at the destination: failed, with a reason', async () => {
  await user.linked({ sync_mode: 'BALANCE' });
  await user.fault({ kind: 'status', status: 404, path: 'accounts' });
  await snapshot(1, '42.00');
  await eventually(() =>
    expect(balance()).toMatchObject({
      state: 'FAILED',
      error: expect.stringContaining('deleted') as string,
    }),
  );
});
