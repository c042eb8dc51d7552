import { AccountUpsertedV1, CommandResult, FindSeries, Problem, sampleAccount } from '@tributary/contracts';
import { fake, GatewayUnderTest } from '../../gateway-under-test';

const FOUND: CommandResult<typeof FindSeries> = {
  series: [
    {
      financial_account_id: 17,
      name: 'Landlord',
      rhythm: 'MONTHLY',
      status: 'PRICE_CHANGED',
      currency: 'EUR',
      last_amount: '-780.00',
      previous_amount: '-750.00',
      first_date: '2025-01-02',
      last_date: '2025-12-02',
      expected_date: '2026-01-02',
      expected_amount: '-780.00',
      count: 12,
      transaction_ids: [12, 11],
    },
  ],
  scanned: 340,
  more: false,
};

let gateway: GatewayUnderTest;
let userId: number;
let token: string;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('series@example.org');
  token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, 17, {
    ...AccountUpsertedV1.sample,
    id: 17,
    userId,
    document: sampleAccount,
  });
});
afterAll(() => gateway.close());

describe('recurring payments of an account', () => {
  it('are shown as the rule engine found them', async () => {
    const owner = await gateway.playOwner(
      fake(FindSeries, (payload) => {
        expect(payload).toEqual({ financialAccountId: 17 });
        return FOUND;
      }),
    );
    const { status, body } = await gateway.get('/finance/accounts/17/series', token);
    await owner.stop();
    expect(status).toBe(200);
    const [series] = FOUND.series;
    const written = { ...series, financial_account_id: '17', count: '12', transaction_ids: ['12', '11'] };
    expect(body).toEqual({ data: { series: [written], scanned: '340', more: false } });
  });

  it('need a token for accounts and transactions, and an account that it may see', async () => {
    const narrow = await gateway.token({ userId, scopes: ['accounts:read'] });
    expect((await gateway.get('/finance/accounts/17/series', narrow)).status).toBe(403);
    const elsewhere = await gateway.token({ userId: await gateway.user('other@example.org') });
    expect((await gateway.get('/finance/accounts/17/series', elsewhere)).status).toBe(404);
    expect((await gateway.get('/finance/accounts/18/series', token)).status).toBe(404);
  });

  it('say when others of the user are searched already', async () => {
    const owner = await gateway.playOwner(
      fake(FindSeries, () => {
        throw Problem.conflict('Wait for their answers, then try again.');
      }),
    );
    expect((await gateway.get('/finance/accounts/17/series', token)).status).toBe(409);
    await owner.stop();
  });
});
