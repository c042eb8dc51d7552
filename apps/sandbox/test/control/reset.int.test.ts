import { call, SandboxFixture, withDataDir } from '../sandbox.fixture';

let fixture: SandboxFixture;
afterEach(() => fixture.close());

const ONE = '?institution=BERKA_1';
const control = async (path: string): Promise<unknown> => (await fixture.control('GET', path)).body;
const everything = async (): Promise<unknown[]> => [
  await control('/faults'),
  await control(`/summary${ONE}`),
  await control(`/ledger/bank${ONE}`),
  await control('/ledger/provider-c'),
  await control('/ledger/simplefin'),
  await control('/ledger/consents'),
];

it('a reset undoes what was changed and consented to, and clients go on with their tokens', async () => {
  fixture = await SandboxFixture.start({ accounts: 1, today: '2026-11-21' });
  const before = await everything();
  const [account = ''] = await fixture.link('BERKA_1');
  const listed = await fixture.provider('GET', `/accounts/${account}/transactions/`);
  const row = {
    transactionId: 'new-1',
    bookingDate: '2026-11-20',
    transactionAmount: { amount: '-1.00', currency: 'CZK' },
  };
  const activity = { id: 'a-1', type: 'FEE', trade_date: '2026-11-20', amount: '-1', currency: 'CAD' };
  for (const [method, path, body] of [
    ['POST', `/provider-a/accounts/${account}/transactions`, { booked: [row] }],
    ['PUT', '/provider-a/behaviour', { transaction_ids: 'rotated' }],
    ['PUT', '/provider-a/daily-calls', { limit: 0 }],
    ['PUT', '/provider-b/daily-calls', { limit: 0 }],
    ['PUT', '/provider-b/behaviour', { rows_per_page: 1 }],
    ['PUT', '/provider-c/limits', { per_minute: 0, account_per_minute: 0, page_max: 1 }],
    ['PUT', '/provider-c/accounts/FERRY_LANE/portfolio/loading', { loading: true }],
    ['POST', '/provider-c/accounts/FERRY_LANE/portfolio/activities', { add: [activity] }],
    ['POST', '/simplefin/tokens', { institution: 'BERKA_1' }],
    ['PUT', '/simplefin/behaviour', { rotated_ids: true }],
    ['PUT', '/simplefin/daily-requests', { limit: 0 }],
    ['POST', '/faults', { target: 'provider-a', kind: 'status', status: 503, times: null }],
  ] as const) {
    expect((await fixture.control(method, path, body)).status).toBeLessThan(300);
  }
  expect(await everything()).not.toEqual(before);

  expect((await fixture.control('POST', '/reset')).status).toBe(204);
  expect(await everything()).toEqual(before);
  expect((await fixture.provider('GET', `/accounts/${account}/transactions/`)).status).toBe(404);
  await fixture.link('BERKA_1');
  const again = await fixture.provider('GET', `/accounts/${account}/transactions/`);
  expect(again.body['transactions']).toEqual(listed.body['transactions']);
});

it('a sandbox that keeps its state refuses a reset, and says what to do', async () => {
  await withDataDir(async (dataDir) => {
    fixture = await SandboxFixture.start({ accounts: 1, dataDir });
    const answer = await call('POST', `${fixture.sandbox.controlUrl}/reset`);
    expect(answer.status).toBe(409);
    expect(String(answer.body['message'])).toContain('remove the folder');
  });
});
