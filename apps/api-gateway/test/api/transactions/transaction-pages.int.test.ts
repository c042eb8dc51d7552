import {
  AccountUpsertedV1,
  redactTransaction,
  ShapedTransaction,
  shapedDocument,
  TransactionShapedV1,
  TransferLoggedV1,
} from '@tributary/contracts';
import { Scope } from '../../../src/identity/permissions/scopes';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, attemptOf, shapedOf, transactionOf } from '../../samples';
import { TRANSACTION_LIST } from '../../../src/api/transactions/search/transaction-list';

/** Pages, held against the whole list and against a plain reading of the interface. */
const ROWS = 93;
const ACCOUNT = 41;

let gateway: GatewayUnderTest;
let userId: number;
let token: string;

const COMPANY = { name: 'Café', logo_url: '', website: '', mccs: '' };
const ENRICHED = {
  provider: 'example',
  counterparty: COMPANY,
  intermediary: COMPANY,
  category_general: 'food',
  location: { raw_address: '', google_maps_url: '', apple_maps_url: '' },
  certainty_score: '0.9',
  is_subscription: 'false',
  is_personal: 'true',
};

/** Values that repeat and that are missing: ties and nulls everywhere. */
function row(place: number): ShapedTransaction {
  const day = place % 5 === 0 ? null : `2026-03-${String((place % 7) + 1).padStart(2, '0')}`;
  const document = {
    amount: `${place % 2 === 0 ? '-' : ''}${(place * 7) % 11}.50`,
    booked: place % 3 !== 0,
    booking_date: day,
    booking_datetime: day ? `${day}T0${place % 3}:00:00Z` : '',
    value_date: day,
    value_datetime: day ? `${day}T12:00:00Z` : '',
    mapped_fields: { payee: `"Payee" \\ ${place}`, date: day },
    debtor: { name: 'Maija Meikäläinen', iban: 'FI01', ...(place % 4 === 0 ? { bban: 'B01' } : {}) },
    creditor: place % 3 === 0 ? { iban: 'NL01' } : { name: 'Café\n\u2028 Ltd', pan: '4111' },
    ultimate_debtor: 'Liisa Meikäläinen',
    ultimate_creditor: 'Holding',
    external_identifiers: { entry_reference: `E-${place}` },
    ...(place % 6 === 0 ? { currency_exchange: { quotation_date: `2026-01-${10 + (place % 9)}` } } : {}),
    ...(place % 4 === 0 ? { enriched: ENRICHED } : {}),
  };
  const transaction = transactionOf(1000 + place, document, {
    createdAt: `2026-03-02T06:10:0${place % 4}.120Z`,
    updatedAt: `2026-03-03T06:10:0${place % 3}.007Z`,
  });
  return place % 3 === 1
    ? { ...transaction, shaped: { ...transaction.raw, mapped_fields: { payee: 'By rules', date: day } } }
    : transaction;
}

const rows = Array.from({ length: ROWS }, (_, place) => row(place));
const logsOf = (id: number) => [attemptOf(id, 8, id * 2, false), attemptOf(id, 9, id * 2 + 1, true)];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('pages@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(AccountUpsertedV1, ACCOUNT, accountOf(userId, ACCOUNT));
  await gateway.publish(TransactionShapedV1, ACCOUNT, shapedOf(userId, ACCOUNT, rows));
  await gateway.publish(TransferLoggedV1, ACCOUNT, {
    financialAccountId: ACCOUNT,
    userId,
    entries: logsOf(1002),
  });
});
afterAll(() => gateway.close());

async function page(query: string, by = token) {
  const { status, body } = await gateway.list(`/finance/transactions?${query}`, by);
  expect(status).toBe(200);
  return body;
}

describe('every page is a slice of the whole list', () => {
  const sorts = TRANSACTION_LIST.sorts.flatMap((sort) => [sort, `-${sort}`]);

  it.each([
    ...sorts.map((sort) => [sort, '']),
    ['-currency_exchange.quotation_date,amount', ''],
    ['booking_date,-amount,id', ''],
    ['-id', 'filter[booked]=true'],
    ['-mapped_fields.date', 'filter[booked]=true'],
    ['-id', `filter[financial_account_id]=${ACCOUNT}`],
    ['id', 'filter[search]=payee'],
    ['-id,amount', 'filter[search]=payee'],
    ['id,-booking_date', 'filter[booked]=false'],
    ['-booking_date', 'filter[search]=payee'],
    ['-amount', 'disable_rules=true'],
    ['-booking_date', 'filter[creditor.name]=caf'],
    ['-id', `filter[creditor.name]=caf&filter[financial_account_id]=${ACCOUNT}`],
    ['-id', 'filter[transfer_status]=NONE'],
    ['amount', 'filter[transfer_status]=NONE'],
  ])('by %s with "%s", from the start and from the end', async (sort, filter) => {
    const whole = await page(`sort=${sort}&${filter}&page[size]=100`);
    const { total } = whole.meta;
    expect(whole.data).toHaveLength(total);
    for (const size of [7, 10]) {
      const last = Math.ceil(total / size);
      for (const number of [1, 2, Math.ceil(last / 2), last - 1, last, last + 1]) {
        const { data, meta } = await page(`sort=${sort}&${filter}&page[size]=${size}&page[number]=${number}`);
        expect(data).toEqual(whole.data.slice((number - 1) * size, number * size));
        expect(meta.total).toBe(total);
      }
    }
  });
});

describe('what Postgres writes equals what the plain code writes', () => {
  type Redaction = 'none' | 'identifiers' | 'sensitive';
  const includes = [
    '',
    'enriched',
    'transfer_logs,failed_transfers,attempted_transfers',
    'trade,enriched,transfer_logs,failed_transfers,attempted_transfers',
  ];
  const scopes: Scope[] = ['transactions:read', 'transfer-links:read'];

  const cases = includes.flatMap((include) =>
    (['none', 'identifiers', 'sensitive'] as const).flatMap((redaction) =>
      (['shaped', 'raw'] as const).map((side): [Redaction, 'shaped' | 'raw', string] => [
        redaction,
        side,
        include,
      ]),
    ),
  );

  it.each(cases)('redaction %s, %s side, including "%s"', async (redaction, side, include) => {
    const by = redaction === 'sensitive' ? await gateway.token({ userId, scopes }) : token;
    const { data } = await page(
      `page[size]=100&sort=id${include && `&include=${include}`}` +
        `${redaction === 'identifiers' ? '&omit_sensitive_identifiers=1' : ''}&disable_rules=${side === 'raw'}`,
      by,
    );
    const included = new Set(include.split(','));
    expect(data).toEqual(rows.map((one) => asWritten(redacted(plainly(one, side, included), redaction))));
  });

  function plainly(
    transaction: ShapedTransaction,
    side: 'shaped' | 'raw',
    included: ReadonlySet<string>,
  ): Record<string, unknown> & { amount: string } {
    const document = side === 'raw' ? transaction.raw : shapedDocument(transaction);
    const { booked, enriched, trade, ...rest } = document;
    const tried = transaction.id === 1002;
    return {
      id: String(transaction.id),
      financial_account_id: String(ACCOUNT),
      booked: String(booked),
      ...rest,
      ...(included.has('trade') && trade ? { trade } : {}),
      ...(included.has('enriched') ? { enriched: enriched ?? null } : {}),
      ...(included.has('failed_transfers') ? { failed_transfers: tried ? '1' : '0' } : {}),
      ...(included.has('attempted_transfers') ? { attempted_transfers: tried ? '2' : '0' } : {}),
      ...(included.has('transfer_logs')
        ? {
            transfer_logs: (tried ? logsOf(1002) : []).map(({ attempt, transferLinkId }) => ({
              id: String(attempt?.id),
              transfer_link_id: String(transferLinkId),
              financial_account_id: String(ACCOUNT),
              transaction_id: '1002',
              destination_type: null,
              destination_id: null,
              operation: attempt?.operation,
              status: attempt?.succeeded ? 'TRANSFERRED' : 'FAILED',
              destination_transaction_id: attempt?.destinationTransactionId,
              error: attempt?.error,
              created_at: attempt?.attemptedAt,
            })),
          }
        : {}),
      created_at: transaction.createdAt,
      updated_at: transaction.updatedAt,
    };
  }

  function redacted(fields: Record<string, unknown> & { amount: string }, redaction: Redaction) {
    return redactTransaction(fields, redaction);
  }

  function asWritten(value: unknown): unknown {
    return JSON.parse(JSON.stringify(value));
  }
});

describe('the number of statements', () => {
  const ALL = [
    'financial_account.financial_connection.institution',
    'transfer_logs,failed_transfers,attempted_transfers,enriched,trade',
  ].join(',');

  it.each([
    ['', 1],
    ['sort=-booking_date,amount&filter[search]=payee&filter[booked]=true', 1],
    [`include=${ALL}`, 3],
    [`include=${ALL}&with_available_financial_accounts=1&page[size]=100`, 3],
  ])('of "%s" is %d, however many rows there are', async (query, statements) => {
    await page(''); // the token has been looked up
    const asked = [
      jest.spyOn(gateway.database, 'query'),
      jest.spyOn(gateway.database, 'queryPrepared'),
      jest.spyOn(gateway.database, 'execute'),
    ];
    await page(query);
    const texts = asked.flatMap(({ mock }) => mock.calls.map(([sql]) => sql));
    asked.forEach((spy) => spy.mockRestore());
    const ofLists = texts.filter((sql) => /\b(transactions|accounts|connections)\b/.test(sql));
    expect(ofLists).toHaveLength(statements);
  });
});

describe('the total', () => {
  const SECOND = 42;
  const totalOf = async (query = '') => (await page(query)).meta.total;
  const counted = async () => {
    const [one] = await gateway.database.query<{ count: number }>(
      'select count(*) from transactions where user_id = $1 and not removed',
      [userId],
    );
    return one?.count;
  };

  it('stays right after any change of transactions and accounts', async () => {
    const next = (id: number, version: number, rest: Partial<ShapedTransaction> = {}) =>
      transactionOf(id, {}, { shapedVersion: version, ...rest });
    const publish = (...transactions: ShapedTransaction[]) =>
      gateway.publish(TransactionShapedV1, SECOND, shapedOf(userId, SECOND, transactions));
    const expectTotal = async (ofSecond: number) => {
      expect(await totalOf()).toBe(ROWS + ofSecond);
      expect(await totalOf(`filter[financial_account_id]=${SECOND}`)).toBe(ofSecond);
      expect(await counted()).toBe(ROWS + ofSecond);
    };
    await gateway.publish(AccountUpsertedV1, SECOND, accountOf(userId, SECOND));
    await publish(next(1, 1), next(2, 1), next(3, 1));
    await expectTotal(3);
    await publish(next(1, 1), next(2, 2)); // again, and changed
    await expectTotal(3);
    await publish(next(1, 2, { removed: true }), next(4, 1, { removed: true }), next(5, 1));
    await expectTotal(3);
    await publish(next(1, 1), next(4, 1)); // late
    await expectTotal(3);
    await publish(next(1, 3));
    await expectTotal(4);
    const narrow = await gateway.token({ userId, accountIds: [SECOND] });
    expect((await page('', narrow)).meta.total).toBe(4);
    await gateway.database.execute('delete from transactions where account_id = $1', [SECOND]);
    await expectTotal(0);
    await gateway.database.execute('truncate transactions');
    expect(await totalOf()).toBe(0);
    await gateway.publish(TransactionShapedV1, ACCOUNT, shapedOf(userId, ACCOUNT, rows));
    await expectTotal(0);
  });
});
