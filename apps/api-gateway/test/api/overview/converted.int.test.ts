import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ExchangeRatesPublishedV1,
  RatesOfDay,
  TransactionShapedV1,
} from '@tributary/contracts';
import { GatewayUnderTest } from '../../gateway-under-test';
import { recordingStatements } from '../../contract/recorded-statements';
import { accountOf, shapedOf, transactionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;

const [EUROS, DOLLARS, POUNDS, KUNA] = [17, 18, 19, 20];
/** Friday; the Saturday, Sunday and Monday after it have no rates, as at Easter. */
const FRIDAY = '2026-01-30';

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  token = await gateway.token({ userId });
  for (const [id, currency, amount] of [
    [EUROS, 'EUR', '100.00'],
    [DOLLARS, 'USD', '50.00'],
    [POUNDS, 'GBP', '10.00'],
    [KUNA, 'HRK', '75.00'],
  ] as const) {
    await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id, { currency }));
    await recorded(id, currency, amount);
  }
});
afterAll(() => gateway.close());
beforeEach(() => gateway.database.execute('delete from exchange_rates'));

function recorded(account: number, currency: string, amount: string): Promise<void> {
  const { sample } = BalanceSnapshottedV1;
  const [balance] = sample.balances;
  if (!balance) throw new Error('the sample has a balance');
  const document = { ...balance.document, amount, currency, reference_date: '2026-01-30' };
  return gateway.publish(BalanceSnapshottedV1, account, {
    ...sample,
    financialAccountId: account,
    userId,
    version: account,
    currency,
    cleared: amount,
    balances: [{ ...balance, id: account, document }],
  });
}

function moved(account: number, id: number, day: string, amount: string, currency: string, payee: string) {
  const document = {
    booked: true,
    currency,
    mapped_fields: { payee, description: '', date: null },
    debtor: {},
    creditor: {},
    amount,
    booking_date: day,
  };
  return gateway.publish(
    TransactionShapedV1,
    account,
    shapedOf(userId, account, [transactionOf(id, document)]),
  );
}

function rates(date: string, of: RatesOfDay['rates'], version = 1): Promise<void> {
  return gateway.publish(ExchangeRatesPublishedV1, 202601, {
    month: 202601,
    days: [{ date, version, source: 'ECB', rates: of }],
  });
}

async function converted(path: string, by = token) {
  const { status, body } = await gateway.get(`/finance/overview/${path}`, by);
  expect([status, body['message']]).toEqual([200, undefined]);
  return body['converted'];
}

const SUNDAY = 'filter[date_after]=2026-01-31&filter[date_before]=2026-02-01';
const of = (...ids: readonly number[]) => `filter[financial_account_id]=${ids.join(',')}`;

describe('totals in one currency', () => {
  it('are there only if a currency is named', async () => {
    await rates(FRIDAY, { USD: '1.25' });
    for (const path of ['net-worth', 'balances', 'cash-flow', 'counterparties']) {
      const { body } = await gateway.get(`/finance/overview/${path}?${SUNDAY}`, token);
      expect(Object.keys(body)).toEqual(['data']);
    }
  });

  it('use the last published rate before a day without one, and name it with its day', async () => {
    await rates(FRIDAY, { USD: '1.25', GBP: '0.8' });
    await rates('2026-01-29', { USD: '2', GBP: '2' });
    const answer = {
      currency: 'EUR',
      points: [
        { date: '2026-01-31', amount: '152.50', missing_rates: [] },
        { date: '2026-02-01', amount: '152.50', missing_rates: [] },
      ],
      rates: [
        { currency: 'GBP', rate: '0.8', date: FRIDAY, source: 'ECB' },
        { currency: 'USD', rate: '1.25', date: FRIDAY, source: 'ECB' },
      ],
    };
    for (const path of ['net-worth', 'balances']) {
      const query = `${SUNDAY}&filter[interval]=DAY&currency=EUR&${of(EUROS, DOLLARS, POUNDS)}`;
      expect(await converted(`${path}?${query}`)).toEqual(answer);
    }
  });

  it('list what has no rate, and say null where nothing could be converted', async () => {
    await rates(FRIDAY, { USD: '1.25' });
    const missing = [{ currency: 'HRK', amount: '75.00' }];
    expect(await converted(`net-worth?${SUNDAY}&currency=EUR&${of(EUROS, DOLLARS, KUNA)}`)).toMatchObject({
      points: [
        { amount: '140.00', missing_rates: missing },
        { amount: '140.00', missing_rates: missing },
      ],
    });
    expect(await converted(`net-worth?${SUNDAY}&currency=USD&${of(KUNA)}`)).toMatchObject({
      points: [
        { amount: null, missing_rates: missing },
        { amount: null, missing_rates: missing },
      ],
    });
  });

  it('use no rate that is older than a week, and for coming days the last one', async () => {
    await rates(FRIDAY, { USD: '1.25' });
    const until = async (day: string) => {
      const query = `filter[date_after]=${day}&filter[date_before]=${day}&currency=EUR&${of(DOLLARS)}`;
      return ((await converted(`net-worth?${query}`)) as { points: { amount: string | null }[] }).points[0]
        ?.amount;
    };
    expect(await until('2026-02-06')).toBe('40.00');
    expect(await until('2026-02-07')).toBeNull();
    const today = new Date().toISOString().slice(0, 10);
    await rates(today, { USD: '2' });
    expect(await until(`${Number(today.slice(0, 4)) + 1}-01-15`)).toBe('25.00');
  });

  it('of two other currencies cross the euro exactly, and round once, half to even', async () => {
    await rates(FRIDAY, { USD: '1.25', GBP: '0.8', HRK: '3' });
    // 10 GBP = 12.50 EUR = 15.625 USD; 75 HRK = 25 EUR = 31.25 USD; 15.625 is halfway and goes to the even 15.62.
    const in_ = async (currency: string, ...ids: number[]) =>
      (
        (await converted(`net-worth?${SUNDAY}&currency=${currency}&${of(...ids)}`)) as {
          points: { amount: string }[];
        }
      ).points[0]?.amount;
    expect(await in_('USD', POUNDS)).toBe('15.62');
    expect(await in_('USD', POUNDS, KUNA)).toBe('46.88');
    expect(await in_('HRK', POUNDS)).toBe('37.50');
    await rates('2026-01-31', { USD: '1.25', JPY: '160.5' });
    expect(await in_('JPY', EUROS)).toBe('16050');
  });

  it('of flows use the rate of each day', async () => {
    await moved(DOLLARS, 1, '2026-01-29', '100.00', 'USD', 'Employer');
    await moved(DOLLARS, 2, '2026-01-30', '-10.00', 'USD', 'Shop');
    await moved(EUROS, 3, '2026-01-30', '-5.00', 'EUR', 'SHOP');
    await moved(KUNA, 4, '2026-02-02', '-7.00', 'HRK', 'Konzum');
    await rates('2026-01-29', { USD: '1.25' });
    await rates(FRIDAY, { USD: '2' });
    const period = 'filter[date_after]=2026-01-01&filter[date_before]=2026-03-01';
    const used = [
      { currency: 'USD', rate: '1.25', date: '2026-01-29', source: 'ECB' },
      { currency: 'USD', rate: '2', date: FRIDAY, source: 'ECB' },
    ];
    const lost = { currency: 'HRK', money_in: '0', money_out: '-7.00', net: '-7.00' };
    expect(await converted(`cash-flow?${period}&currency=EUR`)).toEqual({
      currency: 'EUR',
      months: [
        { month: '2026-01', money_in: '80.00', money_out: '-10.00', net: '70.00', missing_rates: [] },
        { month: '2026-02', money_in: null, money_out: null, net: null, missing_rates: [lost] },
        { month: '2026-03', money_in: '0.00', money_out: '0.00', net: '0.00', missing_rates: [] },
      ],
      rates: used,
    });
    expect(await converted(`counterparties?${period}&currency=EUR`)).toEqual({
      currency: 'EUR',
      counterparties: [
        {
          name: 'Employer',
          money_in: '80.00',
          money_out: '0.00',
          net: '80.00',
          transactions_count: '1',
          missing_rates: [],
        },
        {
          name: 'SHOP',
          money_in: '0.00',
          money_out: '-10.00',
          net: '-10.00',
          transactions_count: '2',
          missing_rates: [],
        },
        {
          name: 'Konzum',
          money_in: null,
          money_out: null,
          net: null,
          transactions_count: '1',
          missing_rates: [lost],
        },
      ],
      rates: used,
    });
  });

  it('are of the granted accounts alone', async () => {
    await rates(FRIDAY, { USD: '1.25' });
    const narrow = await gateway.token({ userId, accountIds: [DOLLARS] });
    const shown = await converted(`net-worth?${SUNDAY}&currency=EUR`, narrow);
    expect(shown).toMatchObject({ points: [{ amount: '40.00' }, { amount: '40.00' }] });
  });

  it('need no rates for the currency that they are in', async () => {
    expect(await converted(`net-worth?${SUNDAY}&currency=EUR&${of(EUROS, DOLLARS)}`)).toEqual({
      currency: 'EUR',
      points: ['2026-01-31', '2026-02-01'].map((date) => ({
        date,
        amount: '100.00',
        missing_rates: [{ currency: 'USD', amount: '50.00' }],
      })),
      rates: [],
    });
  });

  it.each([
    ['XXX', 'No exchange rate of this currency is known. Known: EUR, GBP, USD.'],
    ['usd', 'The currency must be a currency code like EUR.'],
    ['EUR,USD', 'The currency takes one value.'],
    ['', 'The currency must not be empty.'],
  ])('of %p are refused', async (currency, message) => {
    await rates(FRIDAY, { USD: '1.25', GBP: '0.8' });
    const { status, body } = await gateway.get(`/finance/overview/net-worth?currency=${currency}`, token);
    expect([status, body['errors']]).toEqual([422, { currency: [message] }]);
  });

  it.each(['net-worth', 'balances', 'cash-flow', 'counterparties'])(
    'cost one statement more in %s, which checks the currency',
    async (path) => {
      await rates(FRIDAY, { USD: '1.25' });
      // Only the statements of the figures: the token's own checks are cached for a while.
      const countOf = async (query: string) => {
        const url = `/finance/overview/${path}?${SUNDAY}${query}`;
        const { statements } = await recordingStatements(() => gateway.get(url, token));
        return statements.filter((text) => /exchange_rates|transactions t/.test(text)).length;
      };
      const without = await countOf('');
      const [euros, dollars] = [await countOf('&currency=EUR'), await countOf('&currency=USD')];
      expect([euros - without, dollars - without]).toEqual([0, 1]);
    },
  );

  it('follow a correction, and nothing that is older', async () => {
    const worth = () => converted(`net-worth?${SUNDAY}&currency=EUR&${of(DOLLARS)}`);
    await rates(FRIDAY, { USD: '1.25' });
    await rates(FRIDAY, { USD: '2' }, 2);
    await rates(FRIDAY, { USD: '1.25' }, 1);
    expect(await worth()).toMatchObject({ points: [{ amount: '25.00' }, { amount: '25.00' }] });
  });
});
