import { CheckTransferLink, DriftCheckUpsertedV1, ownerOf } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { shaped, TransferEngineFixture, USER } from '../transfer-engine.fixture';

let fixture: TransferEngineFixture;

beforeAll(async () => {
  fixture = await TransferEngineFixture.start();
});
afterAll(() => fixture.close());

async function checked(linkId: number) {
  const { id } = await fixture.send(CheckTransferLink, { transferLinkId: linkId });
  await eventually(() => {
    const last = fixture.of(DriftCheckUpsertedV1).findLast((one) => one.id === id);
    expect(last?.document.finished_at).toEqual(expect.any(String));
  });
  await fixture.idle();
  const [last] = fixture.of(DriftCheckUpsertedV1).slice(-1);
  if (!last) throw new Error('no check was published');
  return last;
}

it('reports how the destination’s rows differ from what was sent, and remembers it', async () => {
  const { link } = await fixture.linked();
  await fixture.shape([1, 2, 3, 4].map((id) => shaped(id, [link.id])));
  await fixture.idle();
  expect((await checked(link.id)).document).toMatchObject({
    status: 'COMPLETED',
    checked: 4,
    differences: { missing: 0, deleted: 0, changed: 0, moved: 0, extra: 0 },
  });

  const rows = await fixture.ledger();
  const idOf = (amount: number) => rows.find((row) => row.amount === amount)?.id;
  await fixture.byHand('DELETE', `/plans/last-used/transactions/${idOf(-1500)}`);
  await fixture.byHand('PUT', `/plans/last-used/transactions/${idOf(-2500)}`, {
    transaction: { payee_name: 'Somebody else', amount: -2_000 },
  });
  // A row of ours that we do not know: as if another installation had sent it.
  await fixture.database.execute(`delete from transfers where transaction_id = 3`);
  const { document, differences } = await checked(link.id);
  expect(document).toMatchObject({
    checked: 3,
    differences: { missing: 0, deleted: 1, changed: 1, moved: 0, extra: 1 },
  });
  expect(differences).toMatchObject([
    { place: 1, kind: 'DELETED', transactionId: 1 },
    {
      place: 2,
      kind: 'CHANGED',
      transactionId: 2,
      fields: ['payee', 'amount'],
      sent: { amount: '-2.50', payee: 'Kahvila Oy' },
      held: { amount: '-2.00', payee: 'Somebody else' },
    },
    { place: 3, kind: 'EXTRA', transactionId: null, held: { amount: '-3.50' } },
  ]);
  expect(await fixture.states()).toMatchObject([
    { transactionId: 1, state: 'DELETED' },
    { transactionId: 2, state: 'TRANSFERRED' },
    { transactionId: 4, state: 'TRANSFERRED' },
  ]);
  const entries = fixture.logged().slice(-2);
  expect(entries.map((entry) => [entry.transactionId, entry.destinationState]).sort()).toEqual([
    [1, 'DELETED'],
    [2, 'CHANGED'],
  ]);
});

it('a missing destination fails the check with a reason; another’s link is not found', async () => {
  const { link } = await fixture.linked({ financial_account_id: 18 });
  await fixture.fault({ kind: 'status', status: 404, path: 'transactions' });
  expect((await checked(link.id)).document).toMatchObject({
    status: 'FAILED',
    error: expect.stringContaining('The budget was deleted') as string,
  });
  const others = { ...USER, userId: 2 };
  await expect(fixture.send(CheckTransferLink, { transferLinkId: link.id }, others)).rejects.toThrow(
    'Resource not found.',
  );
});

it('a user whose own server hangs leaves a slot to the checks of others', async () => {
  const own = await TransferEngineFixture.start({
    configure: (config) => {
      const BUDGETA = { ...config.destinations.BUDGETA, requestTimeoutMs: 600_000 };
      return Promise.resolve({ ...config, destinations: { ...config.destinations, BUDGETA } });
    },
  });
  try {
    const { budgetAccounts } = await own.connect();
    const accountIds = budgetAccounts.slice(0, 2).map(({ id }) => id);
    const hanging = await Promise.all(
      accountIds.map((destinationId, n) =>
        own.linked({ financial_account_id: 18 + n, destination_id: destinationId }),
      ),
    );
    const other = await own.linked({ financial_account_id: 20 }, ownerOf(2));
    // The sandbox has one budget under three names: two are the user's who hangs, one is the other's.
    await own.database.execute(`
      with second as (insert into destination_units (connection_id, user_id, external_id, document)
                      select connection_id, user_id, 'default', document from destination_units where user_id = 1
                      returning id)
      update destination_targets set unit_id = (select id from second) where id = ${accountIds[1]}`);
    await own.database.execute(`update destination_units set external_id = 'last-used' where user_id = 2`);
    await own.fault({
      kind: 'timeout',
      delay_ms: 600_000,
      times: null,
      path: 'GET /budgeta/v1/plans/(?!last-used)',
    });
    const hung: number[] = [];
    for (const { link } of hanging) {
      const { id } = await own.send(CheckTransferLink, { transferLinkId: link.id });
      hung.push(id);
    }
    await eventually(async () => expect(await own.control('GET', '/faults')).toMatchObject([{ applied: 1 }]));
    const { id } = await own.send(CheckTransferLink, { transferLinkId: other.link.id }, ownerOf(2));
    const isFinished = (check: number) =>
      own.of(DriftCheckUpsertedV1).some((one) => one.id === check && one.document.finished_at !== null);
    await eventually(() => expect(isFinished(id)).toBe(true));
    expect(hung.filter(isFinished)).toEqual([]);
  } finally {
    await own.sandbox.close(); // cuts off what hangs
    await own.close();
  }
});
