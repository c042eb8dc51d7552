import {
  AccountUpsertedV1,
  ConnectionChangedV1,
  InstitutionUpsertedV1,
  TransactionShapedV1,
  TransferLinkUpsertedV1,
  TransferLoggedV1,
} from '@tributary/contracts';
import { GatewayUnderTest, ListBody } from '../../gateway-under-test';
import {
  accountOf,
  attemptOf,
  connectionOf,
  institutionOf,
  linkOf,
  shapedOf,
  transactionOf,
} from '../../samples';
import { TRANSACTION_LIST } from '../../../src/api/transactions/search/transaction-list';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;

const list = (query: string, by = token) => gateway.list(`/finance/transactions?${query}`, by);
const idsOf = (body: ListBody) => body.data.map(({ id }) => Number(id));

const SPREAD = 37;

/** Values that repeat and are missing, so that ties and nulls are everywhere. */
const spread = Array.from({ length: SPREAD }, (_, index) => {
  const id = 100 + index;
  const day = index % 5 === 0 ? null : `2026-03-${String((index % 7) + 1).padStart(2, '0')}`;
  return transactionOf(
    id,
    {
      amount: `${index % 2 === 0 ? '-' : ''}${(index * 7) % 11}.50`,
      booked: index % 3 !== 0,
      currency: index % 4 === 0 ? 'USD' : 'EUR',
      booking_date: day,
      booking_datetime: day ? `${day}T0${index % 3}:00:00+02:00` : '',
      value_date: day,
      value_datetime: day ? `${day}T12:00:00Z` : '',
      mapped_fields: { payee: `Payee ${index}`, date: day },
      ...(index % 6 === 0 ? { currency_exchange: { quotation_date: `2026-01-${10 + (index % 9)}` } } : {}),
    },
    { createdAt: `2026-03-02T06:10:0${index % 4}.000Z` },
  );
});

const coffee = transactionOf(
  1,
  {
    amount: '-3.40',
    creditor: { name: 'Café 100%_Koffie', iban: 'NL01', bban: 'B01' },
    debtor: { name: 'Maija Meikäläinen', iban: 'FI01', bban: 'B02' },
    remittance_information: {
      unstructured: 'Two cups, one cake',
      structured: 'RF18',
      structured_array: '["RF18"]',
      unstructured_array: '["Two cups"]',
    },
    additional_information: 'terminal 7',
    additional_information_structured: 'T7',
    additional_data_structured: 'card',
    external_identifiers: { institution_transaction_id: 'inst-1' },
  },
  {
    shaped: {
      ...transactionOf(1).raw,
      amount: '-3.40',
      creditor: { name: 'Café 100%_Koffie', iban: 'NL01', bban: 'B01' },
      mapped_fields: { payee: 'Coffee', date: '2026-02-01' },
      remittance_information: { unstructured: 'Two cups, one cake' },
    },
  },
);

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('lists@example.com');
  token = await gateway.token({ userId });
  await gateway.publish(InstitutionUpsertedV1, 2, institutionOf(2));
  await gateway.publish(ConnectionChangedV1, 3, connectionOf(userId, 3, { reference: 'customer, 7' }));
  await gateway.publish(
    AccountUpsertedV1,
    17,
    accountOf(userId, 17, { name: 'Household', iban: 'FI77', bban: '77' }),
  );
  await gateway.publish(
    AccountUpsertedV1,
    18,
    accountOf(userId, 18, { financial_connection_id: 4, iban: null }),
  );
  await gateway.publish(TransactionShapedV1, 18, shapedOf(userId, 18, spread));
  await gateway.publish(
    TransactionShapedV1,
    17,
    shapedOf(userId, 17, [
      { ...coffee, raw: { ...coffee.raw, amount: '-3.40' } },
      transactionOf(2, {
        amount: '9.00',
        debtor: { name: 'Employer' },
        creditor: { name: 'Maija Meikäläinen' },
      }),
    ]),
  );
  await gateway.publish(TransferLinkUpsertedV1, 17, linkOf(userId, 8, 17));
  await gateway.publish(TransferLoggedV1, 17, {
    financialAccountId: 17,
    userId,
    entries: [
      attemptOf(1, 8, 1, false),
      attemptOf(1, 8, 2, true),
      attemptOf(1, 9, 3, false),
      attemptOf(2, 8, 4, false),
    ],
  });
});
afterAll(() => gateway.close());

describe('paging', () => {
  const directions = TRANSACTION_LIST.sorts.flatMap((sort) => [sort, `-${sort}`]);

  it.each([...directions, 'currency_exchange.quotation_date,-amount', '-booking_date,amount,id'])(
    'by %s neither repeats nor omits a row, and puts nulls last',
    async (sort) => {
      const seen: Record<string, unknown>[] = [];
      for (let number = 1; ; number += 1) {
        const { body } = await list(
          `filter[financial_account_id]=18&sort=${sort}&page[size]=7&page[number]=${number}`,
        );
        expect(body.meta.total).toBe(SPREAD);
        seen.push(...body.data);
        if (body.links.next === null) break;
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(SPREAD);
      expect(seen).toHaveLength(SPREAD);
      const [first = ''] = sort.split(',');
      const values = seen.map((row) => read(row, first.replace('-', '')));
      expect(values).toEqual([...values].sort(nullsLast(first.startsWith('-'))));
    },
  );

  it('breaks ties by id in the direction of the sort', async () => {
    const up = await list('filter[financial_account_id]=18&sort=amount&page[size]=100');
    const down = await list('filter[financial_account_id]=18&sort=-amount&page[size]=100');
    expect(idsOf(down.body)).toEqual(idsOf(up.body).reverse());
  });

  it('past the end is 200 and empty', async () => {
    const { status, body } = await list('page[number]=1000');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      data: [],
      meta: { from: null, to: null, total: SPREAD + 2, current_page: 1000 },
    });
  });

  it('links to pages that can be fetched unchanged', async () => {
    const { body } = await list('filter[financial_account_id]=18&page[size]=10');
    const next = await fetch(body.links.next ?? '', { headers: { authorization: `Bearer ${token}` } });
    const second = (await next.json()) as ListBody;
    expect(second.meta).toMatchObject({ current_page: 2, per_page: 10, total: SPREAD });
    expect(body.meta.path).toBe(`${gateway.url}/api/v1/finance/transactions`);
  });

  it('shows 25 of the newest by default', async () => {
    const { body } = await list('');
    expect(body.data).toHaveLength(25);
    expect(idsOf(body)).toEqual(idsOf(body).sort((a, b) => b - a));
  });
});

describe('a filter', () => {
  it.each([
    ['financial_account.name=house', [1, 2]],
    ['financial_account.display_name=EVERYDAY&filter[financial_account_id]=17', [1, 2]],
    ['financial_account.iban=FI77', [1, 2]],
    ['financial_account.bban=77,78', [1, 2]],
    ['debtor.iban=FI01', []],
    ['creditor.iban=NL01', [1]],
    ['creditor.bban=B01', [1]],
    ['creditor.name=café 100%25_k', [1]],
    ['creditor.name=100__K', []],
    ['debtor.name=employ', [2]],
    [String.raw`remittance_information.unstructured=cups\, one`, [1]],
    ['id=1,2,3', [1, 2]],
    ['financial_account_id=17', [1, 2]],
    ['booked=true&filter[financial_account_id]=17', [1, 2]],
    ['booked=false&filter[financial_account_id]=17', []],
    ['currency=EUR&filter[financial_account_id]=17', [1, 2]],
    ['currency=JPY', []],
    ['transfer_status=TRANSFERRED', [1]],
    ['transfer_status=FAILED', [1, 2]],
    ['transfer_status=NONE&filter[financial_account_id]=17', []],
    [
      'booking_date_after=2026-03-02&filter[booking_date_before]=2026-03-02&filter[financial_account_id]=17',
      [1, 2],
    ],
    // One has a day of its own that is shown: the first of February.
    ['date_before=2026-02-28&filter[financial_account_id]=17', [1]],
    ['date_after=2026-02-02&filter[financial_account_id]=17', [2]],
    ['date_after=2026-02-01&filter[date_before]=2026-02-01&filter[financial_account_id]=17', [1]],
    ['value_date_after=2026-03-03&filter[financial_account_id]=17', []],
    ['value_date_before=2026-03-02&filter[financial_account_id]=17', [1, 2]],
    [String.raw`reference=customer\, 7`, [1, 2]],
    ['reference=customer', []],
    ['search=CAKE cups', [1]],
    ['search=cake employer', []],
  ])('[%s] finds the right rows', async (filter, expected) => {
    const { status, body } = await list(`filter[${filter.replace('=', ']=')}&page[size]=100`);
    expect(status).toBe(200);
    expect(idsOf(body).sort()).toEqual(expected);
    expect(body.meta.total).toBe(expected.length);
  });

  it.each([
    ['debtor.iban=FI01'],
    ['debtor.bban=B02'],
    ['external_identifiers.institution_transaction_id=inst-1'],
    ['remittance_information.structured=rf18'],
    ['remittance_information.structured_array=rf18'],
    ['remittance_information.unstructured_array=two'],
    ['additional_information=TERMINAL'],
    ['additional_information_structured=t7'],
    ['additional_data_structured=card'],
  ])('[%s] on the raw side finds values that rules replaced', async (filter) => {
    const { body } = await list(`disable_rules=true&filter[${filter.replace('=', ']=')}`);
    expect(idsOf(body)).toEqual([1]);
  });

  it.each(
    Object.keys(TRANSACTION_LIST.filters).filter(
      (name) =>
        !/date|amount|status|^id|_id$|booked|under_review|^is_|currency|^category$|^split$/.test(name),
    ),
  )('with quotes and backslashes in %s matches no row and does no harm', async (name) => {
    const { status, body } = await list(`filter[${name}]=${encodeURIComponent(`x' or 1=1 --"\\%_`)}`);
    expect(status).toBe(200);
    expect(body.data).toEqual([]);
  });

  it('that is invalid is 422, by its name', async () => {
    const { status, body } = await list(
      'filter[transfer_status]=LOST&filter[booking_date_after]=2026-02-31&filter[nope]=1',
    );
    expect(status).toBe(422);
    expect(Object.keys(body.errors ?? {}).sort()).toEqual([
      'filter[booking_date_after]',
      'filter[nope]',
      'filter[transfer_status]',
    ]);
    expect(body.message).toMatch(/and 2 more errors/);
  });

  it.each([
    'sort=nope',
    'include=nope',
    'page[size]=101',
    'page[number]=0',
    'filter[id]=',
    'omit_sensitive_identifiers=perhaps',
  ])('%s is 422', async (query) => expect((await list(query)).status).toBe(422));
});

describe('the resource', () => {
  it('keeps the declared types exactly and leaves empty optional fields out', async () => {
    const { body } = await list('filter[id]=2');
    expect(body.data[0]).toEqual({
      ...transactionOf(2).raw,
      id: '2',
      financial_account_id: '17',
      amount: '9.00',
      booked: 'true',
      debtor: { name: 'Employer' },
      creditor: { name: 'Maija Meikäläinen' },
      created_at: '2026-03-02T06:10:00.000Z',
      updated_at: '2026-03-02T06:10:00.000Z',
    });
  });

  it('is shaped by rules, and raw if the owner requests it', async () => {
    const [shaped, raw] = await Promise.all([list('filter[id]=1'), list('filter[id]=1&disable_rules=yes')]);
    expect(shaped.body.data[0]).toHaveProperty('mapped_fields.payee', 'Coffee');
    expect(raw.body.data[0]).toHaveProperty('mapped_fields.payee', 'Kahvila Oy');
  });

  it('sorts the raw side by raw values', async () => {
    const by = (side: string) =>
      list(`filter[financial_account_id]=17&sort=mapped_fields.date,id&disable_rules=${side}`);
    expect(idsOf((await by('false')).body)).toEqual([1, 2]);
    expect((await by('true')).body.data.map((row) => read(row, 'mapped_fields.date'))).toEqual([
      '2026-03-02',
      '2026-03-02',
    ]);
    for (const sort of TRANSACTION_LIST.sorts) {
      expect((await list(`sort=-${sort}&disable_rules=1`)).body.data).toHaveLength(25);
    }
  });

  it('embeds exactly what is included', async () => {
    const include =
      'financial_account.financial_connection.institution,transfer_logs,failed_transfers,attempted_transfers,enriched,trade';
    const { body } = await list(`filter[id]=1,100&include=${include}&sort=id`);
    const [first, second] = body.data;
    expect(first).toMatchObject({
      failed_transfers: '2',
      attempted_transfers: '2',
      enriched: null,
      financial_account: {
        id: '17',
        name: 'Household',
        enabled: 'true',
        balance: { available: 0, cleared: 0 },
        transfer_links_count: '1',
        financial_connection: { id: '3', institution: { id: '2', name: 'Example Bank', supported: 'true' } },
      },
    });
    expect(first?.transfer_logs).toEqual([
      expect.objectContaining({
        id: '1',
        transfer_link_id: '8',
        transaction_id: '1',
        status: 'FAILED',
        error: 'refused',
      }),
      expect.objectContaining({ id: '2', status: 'TRANSFERRED', created_at: '2026-03-02T06:10:00.000Z' }),
      expect.objectContaining({ id: '3', transfer_link_id: '9' }),
    ]);
    expect(first).not.toHaveProperty('trade');
    expect(second).toMatchObject({ failed_transfers: '0', attempted_transfers: '0', transfer_logs: [] });
    expect(second).toHaveProperty('financial_account.financial_connection', null);
    expect((await list('filter[id]=1')).body.data[0]).not.toHaveProperty('financial_account');
  });

  it('lists the accounts that the token may see, if requested', async () => {
    const { body } = await list('with_available_financial_accounts=1&page[size]=1');
    const accounts = (body.meta as unknown as { available_financial_accounts: { id: string }[] })
      .available_financial_accounts;
    expect(accounts.map(({ id }) => id)).toEqual(['17', '18']);
    expect((await list('')).body.meta).not.toHaveProperty('available_financial_accounts');
  });

  it('omits identifiers on request, in the included account too', async () => {
    const { body } = await list('filter[id]=1&omit_sensitive_identifiers=yes&include=financial_account');
    expect(body.data[0]).toHaveProperty('creditor', { name: 'Café 100%_Koffie' });
    expect(body.data[0]).not.toHaveProperty('financial_account.iban');
  });
});

describe('a token without sensitive:read', () => {
  const scopes = ['transactions:read', 'accounts:read'] as const;

  it('gets no account numbers and no holder’s name', async () => {
    const limited = await gateway.token({ userId, scopes });
    const { body } = await list('filter[financial_account_id]=17&include=financial_account&sort=id', limited);
    expect(JSON.stringify(body)).not.toMatch(/NL01|FI77|Meikäläinen|inst-1/);
    expect(body.data[0]).toHaveProperty('creditor.name', 'Café 100%_Koffie');
    expect(body.data[1]).toHaveProperty('debtor.name', 'Employer');
  });

  it('does not find transactions by the holder’s name', async () => {
    const limited = await gateway.token({ userId, scopes });
    for (const query of [
      'filter[search]=Meikäläinen',
      'filter[creditor.name]=Meikäläinen',
      'filter[debtor.name]=Maija',
    ]) {
      expect((await list(`${query}&filter[financial_account_id]=17`, limited)).body.data).toEqual([]);
    }
    expect(idsOf((await list('filter[search]=employer', limited)).body)).toEqual([2]);
  });
});

function read(row: Record<string, unknown>, path: string): string | number | null {
  const value = path
    .split('.')
    .reduce<unknown>((of, member) => (of as Record<string, unknown> | undefined)?.[member], row);
  if (value === undefined || value === null || value === '') return null;
  if (path === 'id' || path === 'amount') return Number(value);
  return path.endsWith('datetime') ? Date.parse(value as string) : (value as string);
}

function nullsLast(descending: boolean) {
  return (a: string | number | null, b: string | number | null): number => {
    if (a === b) return 0;
    if (a === null) return 1;
    if (b === null) return -1;
    return (a < b ? -1 : 1) * (descending ? -1 : 1);
  };
}
