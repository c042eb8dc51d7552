import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  TransactionDocument,
  TransactionShapedV1,
  TransferPairUpsertedV1,
} from '@tributary/contracts';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, shapedOf, transactionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;

const [CURRENT, SAVINGS, DOLLARS, UNKNOWN] = [17, 18, 19, 20];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('owner@example.com');
  token = await gateway.token({ userId });
  for (const [id, currency] of [
    [CURRENT, 'EUR'],
    [SAVINGS, 'EUR'],
    [DOLLARS, 'USD'],
    [UNKNOWN, 'EUR'],
  ] as const) {
    await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id, { currency }));
  }
  await recorded(CURRENT, 1, '2026-02-10', '100.05');
  await recorded(CURRENT, 2, '2026-03-10', '80.00');
  await recorded(SAVINGS, 3, '2026-03-31', '1000.10');
  await recorded(DOLLARS, 4, '2026-03-31', '7.5', 'USD');
  await moved(CURRENT, 1, '2026-01-20', '50.00', { debtor: { name: 'Employer' } });
  await moved(CURRENT, 2, '2026-02-20', '-20.05', { creditor: { name: 'Shop ' } });
  await moved(CURRENT, 3, '2026-03-20', '-0.10', { creditor: { name: 'SHOP' } });
  await moved(CURRENT, 4, '2026-03-21', '-25.00', { creditor: { name: 'Me' } });
  await moved(CURRENT, 6, '2026-03-22', '-3.00', { booked: false });
  await moved(SAVINGS, 5, '2026-03-21', '25.00', { debtor: { name: 'Me' } });
  await moved(DOLLARS, 7, '2026-03-30', '2.50', { currency: 'USD', mapped_fields: payee('Payer') });
  // They may be others: none of the figures below counts them.
  for (const [account, id, amount] of [
    [CURRENT, 1001, '-20.05'],
    [SAVINGS, 1002, '25.00'],
  ] as const) {
    const doubtful = {
      under_review: true as const,
      debtor: { name: 'Employer' },
      creditor: { name: 'Shop' },
    };
    for (const day of ['2026-01-02', '2026-02-20', '2026-03-21']) {
      await moved(account, id + Number(day.slice(6, 7)) * 10, day, amount, doubtful);
    }
  }
  const { sample } = TransferPairUpsertedV1;
  await gateway.publish(TransferPairUpsertedV1, 1, {
    ...sample,
    userId,
    document: {
      ...sample.document,
      status: 'CONFIRMED',
      outgoing: { transaction_id: 4, financial_account_id: CURRENT, date: '2026-03-21' },
      incoming: { transaction_id: 5, financial_account_id: SAVINGS, date: '2026-03-21' },
    },
  });
});
afterAll(() => gateway.close());

const payee = (name: string) => ({ payee: name, description: '', date: null });

function recorded(account: number, id: number, day: string, amount: string, currency = 'EUR'): Promise<void> {
  const { sample } = BalanceSnapshottedV1;
  const [balance] = sample.balances;
  if (!balance) throw new Error('the sample has a balance');
  const document = { ...balance.document, amount, currency, reference_date: day };
  return gateway.publish(BalanceSnapshottedV1, account, {
    ...sample,
    financialAccountId: account,
    userId,
    version: id,
    currency,
    cleared: amount,
    balances: [{ ...balance, id, document }],
  });
}

function moved(account: number, id: number, day: string, amount: string, more: Partial<TransactionDocument>) {
  const document = {
    booked: true,
    currency: 'EUR',
    mapped_fields: { payee: '', description: '', date: null },
    debtor: {},
    creditor: {},
    ...more,
    amount,
    booking_date: day,
  };
  return gateway.publish(
    TransactionShapedV1,
    account,
    shapedOf(userId, account, [transactionOf(id, document)]),
  );
}

interface History {
  readonly financial_account_id: string;
  readonly points: readonly { readonly date: string; readonly amount: string }[];
}

async function figures(path: string, by = token): Promise<unknown> {
  const { status, body } = await gateway.get(`/finance/overview/${path}`, by);
  expect([status, body['message']]).toEqual([200, undefined]);
  return body['data'];
}

const QUARTER = 'filter[date_after]=2026-01-01&filter[date_before]=2026-03-31';

describe('balances over time', () => {
  it('are what was recorded with what was booked since, and counted back before the first record', async () => {
    expect(await figures(`balances?${QUARTER}&filter[financial_account_id]=${CURRENT},${SAVINGS}`)).toEqual([
      {
        financial_account_id: String(CURRENT),
        currency: 'EUR',
        points: [
          { date: '2026-01-31', amount: '100.05' },
          { date: '2026-02-28', amount: '80.00' },
          { date: '2026-03-31', amount: '54.90' },
        ],
      },
      {
        financial_account_id: String(SAVINGS),
        currency: 'EUR',
        points: [{ date: '2026-03-31', amount: '1000.10' }],
      },
    ]);
  });

  it('are shown for every day where that is wanted, from the first that is known', async () => {
    const days = 'filter[date_after]=2026-01-18&filter[date_before]=2026-01-21&filter[interval]=DAY';
    expect(await figures(`balances?${days}`)).toEqual([
      {
        financial_account_id: String(CURRENT),
        currency: 'EUR',
        points: [
          { date: '2026-01-20', amount: '100.05' },
          { date: '2026-01-21', amount: '100.05' },
        ],
      },
    ]);
  });

  it('are the same in whichever period a day is shown', async () => {
    const balancesOf = async (from: string, until: string) => {
      const period = `filter[date_after]=${from}&filter[date_before]=${until}&filter[interval]=DAY`;
      const shown = (await figures(`balances?${period}`)) as History[];
      return shown.flatMap(({ financial_account_id: id, points }) =>
        points.map(({ date, amount }) => `${id} ${date} ${Number(amount).toFixed(2)}`),
      );
    };
    const all = await balancesOf('2026-01-10', '2026-04-10');
    expect(all).toContain(`${CURRENT} 2026-03-25 54.90`);
    for (const [from, until] of [
      ['2026-01-21', '2026-01-31'],
      ['2026-02-10', '2026-02-20'],
      ['2026-02-11', '2026-03-09'],
      ['2026-03-10', '2026-03-10'],
      ['2026-03-15', '2026-03-30'],
      ['2026-04-01', '2026-04-10'],
    ] as const) {
      const inPeriod = all.filter((one) => {
        const [, date = ''] = one.split(' ');
        return date >= from && date <= until;
      });
      expect(await balancesOf(from, until)).toEqual(inPeriod);
    }
  });

  it('are of the accounts alone that the token was granted', async () => {
    const narrow = await gateway.token({ userId, accountIds: [SAVINGS] });
    const shown = (await figures(`balances?${QUARTER}`, narrow)) as { financial_account_id: string }[];
    expect(shown.map(({ financial_account_id: id }) => id)).toEqual([String(SAVINGS)]);
    expect(await figures(`balances?${QUARTER}&filter[financial_account_id]=${CURRENT}`, narrow)).toEqual([]);
  });
});

describe('net worth', () => {
  it('adds the accounts of a currency exactly, and no others', async () => {
    expect(await figures(`net-worth?${QUARTER}`)).toEqual([
      {
        currency: 'EUR',
        points: [
          { date: '2026-01-31', amount: '100.05' },
          { date: '2026-02-28', amount: '80.00' },
          { date: '2026-03-31', amount: '1055.00' },
        ],
      },
      { currency: 'USD', points: [{ date: '2026-03-31', amount: '7.50' }] },
    ]);
    expect(await figures(`net-worth?${QUARTER}&filter[currency]=USD`)).toHaveLength(1);
  });
});

describe('cash flow', () => {
  it('is what came in and went out in each month, without pending and own transfers', async () => {
    const months = (...flows: string[][]) =>
      flows.map(([month, money_in, money_out, net]) => ({ month, money_in, money_out, net }));
    expect(await figures(`cash-flow?${QUARTER}`)).toEqual([
      {
        currency: 'EUR',
        months: months(
          ['2026-01', '50.00', '0', '50.00'],
          ['2026-02', '0', '-20.05', '-20.05'],
          ['2026-03', '0', '-0.10', '-0.10'],
        ),
      },
      {
        currency: 'USD',
        months: months(
          ['2026-01', '0', '0', '0'],
          ['2026-02', '0', '0', '0'],
          ['2026-03', '2.50', '0', '2.50'],
        ),
      },
    ]);
  });

  it('is of the granted accounts', async () => {
    const narrow = await gateway.token({ userId, accountIds: [SAVINGS] });
    expect(await figures(`cash-flow?${QUARTER}`, narrow)).toEqual([]);
  });
});

describe('counterparties', () => {
  it('are those with whom most money moved, one for each name in whatever case', async () => {
    expect(await figures(`counterparties?${QUARTER}`)).toEqual([
      {
        currency: 'EUR',
        counterparties: [
          { name: 'Employer', money_in: '50.00', money_out: '0', net: '50.00', transactions_count: '1' },
          { name: 'SHOP', money_in: '0', money_out: '-20.15', net: '-20.15', transactions_count: '2' },
        ],
      },
      {
        currency: 'USD',
        counterparties: [
          { name: 'Payer', money_in: '2.50', money_out: '0', net: '2.50', transactions_count: '1' },
        ],
      },
    ]);
  });
});

describe('a period', () => {
  it.each([
    ['net-worth?filter[date_after]=2016-03-30&filter[date_before]=2026-03-31', 'at most 10 years'],
    [
      'balances?filter[date_after]=2024-03-30&filter[date_before]=2026-03-31&filter[interval]=DAY',
      'at most 2 years',
    ],
    ['counterparties?filter[date_after]=2025-03-30&filter[date_before]=2026-03-31', 'at most a year'],
    ['cash-flow?filter[date_after]=2026-04-01&filter[date_before]=2026-03-31', 'later than'],
    ['cash-flow?filter[date_after]=2016-03-30&filter[date_before]=2026-03-31', 'at most 10 years'],
  ])('is bounded: %s', async (path, message) => {
    const { status, body } = await gateway.get(`/finance/overview/${path}`, token);
    expect([status, String(body['message'])]).toEqual([422, expect.stringContaining(message)]);
  });

  it('is the last year where none is named, which ends today', async () => {
    const [worth] = (await figures('net-worth')) as { points: { date: string }[] }[];
    expect(worth?.points.at(-1)?.date).toBe(new Date().toISOString().slice(0, 10));
  });

  it('may be of the first years', async () => {
    expect(await figures('net-worth?filter[date_before]=0001-02-03')).toEqual([]);
    expect(await figures('cash-flow?filter[date_before]=9999-12-31')).toEqual([]);
  });
});
