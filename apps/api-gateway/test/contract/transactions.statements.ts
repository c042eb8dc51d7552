import { EXTERNAL_IDENTIFIERS, TransactionShapedV1 } from '@tributary/contracts';
import { ListBody } from '../gateway-under-test';
import { shapedOf, transactionOf } from '../samples';
import { notTested, statement } from './statements';
import { World } from './world';
import { BARE_TRANSACTION } from './world.documents';

const LIST = '/finance/transactions';

/** Fields that sort, and the rows 11 to 14 in ascending order; 13 has no date, so it is last in both directions. */
const SORTS: Readonly<Record<string, readonly [readonly number[], readonly number[]]>> = {
  id: [
    [11, 12, 13, 14],
    [14, 13, 12, 11],
  ],
  created_at: [
    [14, 12, 13, 11],
    [11, 13, 12, 14],
  ],
  updated_at: [
    [13, 11, 14, 12],
    [12, 14, 11, 13],
  ],
  booking_date: [
    [12, 11, 14, 13],
    [14, 11, 12, 13],
  ],
  value_date: [
    [14, 12, 11, 13],
    [11, 12, 14, 13],
  ],
  amount: [
    [14, 11, 13, 12],
    [12, 13, 11, 14],
  ],
  booking_datetime: [
    [14, 11, 12, 13],
    [12, 11, 14, 13],
  ],
  value_datetime: [
    [12, 11, 14, 13],
    [14, 11, 12, 13],
  ],
  'currency_exchange.quotation_date': [
    [12, 14, 11, 13],
    [11, 14, 12, 13],
  ],
  'mapped_fields.date': [
    [14, 11, 12, 13],
    [12, 11, 14, 13],
  ],
};

/** Filters that compare texts: a value of row 11, the one of row 12, and how it is compared. */
const FILTERS: Readonly<Record<string, readonly [string, string, 'exact' | 'contains']>> = {
  'financial_account.name': ['Alfa name', 'Beta name', 'contains'],
  'financial_account.display_name': ['Alfa display_name', 'Beta display_name', 'contains'],
  'financial_account.bban': ['Alfa bban', 'Beta bban', 'exact'],
  'financial_account.iban': ['Alfa iban', 'Beta iban', 'exact'],
  'debtor.bban': ['Alfa debtor bban', 'Beta debtor bban', 'exact'],
  'debtor.iban': ['Alfa debtor iban', 'Beta debtor iban', 'exact'],
  'creditor.bban': ['Alfa creditor bban', 'Beta creditor bban', 'exact'],
  'creditor.iban': ['Alfa creditor iban', 'Beta creditor iban', 'exact'],
  'creditor.name': ['Alfa creditor name', 'Beta creditor name', 'contains'],
  'debtor.name': ['Alfa debtor name', 'Beta debtor name', 'contains'],
  counterparty: ['Alfa counterparty name', 'Beta counterparty name', 'contains'],
  'external_identifiers.institution_transaction_id': [
    'Alfa institution_transaction_id',
    'Beta institution_transaction_id',
    'exact',
  ],
  'remittance_information.structured': ['Alfa structured', 'Beta structured', 'contains'],
  'remittance_information.unstructured': ['Alfa unstructured', 'Beta unstructured', 'contains'],
  'remittance_information.structured_array': ['Alfa structured_array', 'Beta structured_array', 'contains'],
  'remittance_information.unstructured_array': [
    'Alfa unstructured_array',
    'Beta unstructured_array',
    'contains',
  ],
  category: ['65', '66', 'exact'],
  tag: ['Alfa tag', 'Beta tag', 'exact'],
  id: ['11', '12', 'exact'],
  financial_account_id: ['17', '18', 'exact'],
  currency: ['EUR', 'USD', 'exact'],
  additional_information: ['Alfa additional_information', 'Beta additional_information', 'contains'],
  additional_information_structured: [
    'Alfa additional_information_structured',
    'Beta additional_information_structured',
    'contains',
  ],
  additional_data_structured: [
    'Alfa additional_data_structured',
    'Beta additional_data_structured',
    'contains',
  ],
  reference: ['Alfa-reference', 'Beta-reference', 'exact'],
};

/** Filters on dates, with a day and the rows on or beyond it. */
const DATES: Readonly<Record<string, readonly [string, readonly number[]]>> = {
  date_after: ['2026-01-02', [11, 12]],
  date_before: ['2026-01-02', [11, 14, 15]],
  booking_date_after: ['2026-03-02', [11, 14, 15]],
  booking_date_before: ['2026-03-02', [11, 12]],
  value_date_after: ['2026-03-04', [11, 12]],
  value_date_before: ['2026-03-04', [12, 14, 15]],
};

/** Filters on amounts, with an amount and the rows on or beyond it. */
const AMOUNTS: Readonly<Record<string, readonly [string, readonly number[]]>> = {
  amount_min: ['-12.400', [11, 12, 13]],
  amount_max: ['-12.40', [11, 14, 15]],
};

/** Filters that the interface does not have: a further filter belongs here. */
const OWN_FILTERS: readonly string[] = [
  'updated_after',
  'category',
  'tag',
  'is_own_transfer',
  'split',
  'under_review',
  'counterparty',
  'is_subscription',
  'date_after',
  'date_before',
  ...Object.keys(AMOUNTS),
];

const STATUSES: Readonly<Record<string, readonly number[]>> = {
  TRANSFERRED: [11],
  FAILED: [12],
  PENDING: [14],
  SKIPPED: [15],
  NONE: [13],
};

/** `GET /finance/transactions`, statement by statement. */
export function transactionStatements(world: () => World): void {
  const list = async (query: string, token = world().token) =>
    world().gateway.list(`${LIST}?${query}`, token);
  const idsOf = ({ data }: ListBody): number[] => data.map(({ id }) => Number(id));
  const ids = async (query: string): Promise<number[]> => {
    const { status, body } = await list(`${query}&page[size]=100`);
    expect({ status, query }).toEqual({ status: 200, query });
    expect(body.meta.total).toBe(body.data.length);
    return idsOf(body);
  };
  const found = async (query: string): Promise<number[]> => (await ids(query)).sort((a, b) => a - b);
  const one = async (id: number, query = ''): Promise<Record<string, unknown>> =>
    (await list(`filter[id]=${id}&${query}`)).body.data[0] ?? {};

  describe('sort', () => {
    const four = 'filter[id]=11,12,13,14';
    for (const [field, [up, down]] of Object.entries(SORTS)) {
      statement(`transactions: sort=${field} is ascending`, async () =>
        expect(await ids(`${four}&sort=${field}`)).toEqual(up),
      );
      statement(`transactions: sort=-${field} is descending`, async () =>
        expect(await ids(`${four}&sort=-${field}`)).toEqual(down),
      );
    }
    statement('transactions: several sorts count in their order', async () => {
      expect(await ids('sort=mapped_fields.date,-amount')).toEqual([14, 15, 11, 12, 13]);
      expect(await ids('sort=mapped_fields.date,amount')).toEqual([15, 14, 11, 12, 13]);
      expect(await ids('sort=-booking_date,-id')).toEqual([15, 14, 11, 12, 13]);
      expect(await ids('sort=-booking_date,id')).toEqual([14, 15, 11, 12, 13]);
    });
    statement('transactions: the default sort is -id', async () =>
      expect(await ids('')).toEqual([15, 14, 13, 12, 11]),
    );
    statement('transactions: another sort is 422 with the allowed names', async () => {
      const { status, body } = await list('sort=iban');
      expect(status).toBe(422);
      for (const field of Object.keys(SORTS)) expect(body.errors?.['sort']?.[0]).toContain(field);
    });
  });

  describe('filter', () => {
    for (const [name, [a, b, kind]] of Object.entries(FILTERS)) {
      const filter = (value: string): string => `filter[${name}]=${encodeURIComponent(value)}`;
      const ofA = name === 'reference' ? [11, 14, 15] : [11]; // two accounts of the same connection
      statement(`transactions: filter[${name}] selects rows with the value`, async () => {
        expect(await found(filter(a))).toEqual(ofA);
        expect(await found(filter(b))).toEqual([12]);
      });
      statement(`transactions: filter[${name}] accepts several values separated by commas`, async () =>
        expect(await found(filter(`${a},${b}`))).toEqual([...ofA, 12].sort((x, y) => x - y)),
      );
      if (kind === 'contains') {
        statement(`transactions: filter[${name}] finds text anywhere, in any case`, async () => {
          expect(await found(filter(a.slice(0, -1).toUpperCase()))).toEqual([11]);
          expect(await found(filter(a.replace(/[a-z ]/, '_')))).toEqual([]);
          expect(await found(filter(`${a}%`))).toEqual([]);
        });
      } else {
        statement(`transactions: filter[${name}] matches exactly`, async () => {
          const { body } = await list(filter(a.slice(0, -1)));
          expect(body.data ?? []).toEqual([]);
        });
      }
    }
    statement('transactions: filter[booked] selects booked or pending ones', async () => {
      expect(await found('filter[booked]=true')).toEqual([11, 14, 15]);
      expect(await found('filter[booked]=false')).toEqual([12, 13]);
      expect(await found('filter[booked]=true,false')).toEqual([11, 12, 13, 14, 15]);
    });
    for (const [status, expected] of Object.entries(STATUSES)) {
      statement(
        `transactions: filter[transfer_status]=${status} selects by the status on any link`,
        async () => expect(await found(`filter[transfer_status]=${status}`)).toEqual(expected),
      );
    }
    statement('transactions: filter[transfer_status] accepts several values separated by commas', async () =>
      expect(await found('filter[transfer_status]=NONE,FAILED')).toEqual([12, 13]),
    );
    for (const [name, [day, expected]] of Object.entries(DATES)) {
      statement(`transactions: filter[${name}] is inclusive`, async () =>
        expect(await found(`filter[${name}]=${day}`)).toEqual(expected),
      );
      statement(`transactions: filter[${name}] accepts only YYYY-MM-DD`, async () => {
        for (const text of ['2026-02-30', '02.03.2026', '2026-3-2', '2026-03-02T00:00:00Z', 'today']) {
          const { status, body } = await list(`filter[${name}]=${text}`);
          expect({ text, status }).toEqual({ text, status: 422 });
          expect(Object.keys(body.errors ?? {})).toEqual([`filter[${name}]`]);
        }
      });
    }
    for (const [name, [amount, expected]] of Object.entries(AMOUNTS)) {
      statement(`transactions: filter[${name}] is inclusive, and compares exactly`, async () => {
        expect(await found(`filter[${name}]=${amount}`)).toEqual(expected);
        const beyond = name === 'amount_min' ? '-12.399999999999999999' : '-12.400000000000000001';
        expect(await found(`filter[${name}]=${beyond}`)).toEqual(expected.filter((id) => id !== 11));
        expect(await found(`filter[${name}]=${amount}&disable_rules=true`)).toEqual(expected);
      });
      statement(`transactions: filter[${name}] accepts only one amount`, async () => {
        for (const text of ['1e3', '%2B1', '1.', '.5', '1,2', 'NaN', '0x1']) {
          const { status, body } = await list(`filter[${name}]=${text}`);
          expect({ text, status }).toEqual({ text, status: 422 });
          expect(Object.keys(body.errors ?? {})).toEqual([`filter[${name}]`]);
        }
      });
    }
    statement('transactions: both ends of a date range belong to it', async () =>
      expect(
        await found('filter[booking_date_after]=2026-02-10&filter[booking_date_before]=2026-03-02'),
      ).toEqual([11, 12]),
    );
    statement(
      'transactions: filter[search] looks through names, remittance and additional information',
      async () => {
        for (const text of [
          'Beta debtor name',
          'Beta creditor name',
          'Beta ultimate_debtor',
          'Beta ultimate_creditor',
          'Beta structured',
          'Beta unstructured_array',
          'Beta additional_information',
          'beta PAYEE',
          'Beta description',
        ]) {
          const word = encodeURIComponent(text);
          expect({ text, found: await found(`filter[search]=${word}`) }).toEqual({ text, found: [12] });
        }
      },
    );
    statement('transactions: filter[search] requires every word, in any field', async () => {
      expect(await found('filter[search]=creditor debtor')).toEqual([11, 12]);
      expect(await found('filter[search]=payee nothing')).toEqual([]);
    });
    statement('transactions: filter[category]=none selects those without one', async () => {
      expect(await found('filter[category]=none')).toEqual([13, 14, 15]);
      expect(await found('filter[category]=none,65')).toEqual([11, 13, 14, 15]);
      expect(await found('filter[category]=none&disable_rules=true')).toEqual([13, 14, 15]);
      expect((await list('filter[category]=groceries')).status).toBe(422);
    });
    statement('transactions: filter[tag] compares whole tags, in any case', async () => {
      expect(await found('filter[tag]=ALFA TAG')).toEqual([11]);
      expect(await found('filter[tag]=alfa tag&disable_rules=true')).toEqual([11]);
      expect(await found('filter[tag]=Alfa')).toEqual([]);
    });
    statement('transactions: several filters combine with AND', async () => {
      expect(await found('filter[booked]=true&filter[currency]=EUR,USD')).toEqual([11]);
      expect(await found('filter[booked]=false&filter[currency]=EUR')).toEqual([]);
    });
    statement(
      'transactions: there are the interface’s 29 filters, those of OWN_FILTERS, and no other',
      async () => {
        const tested = [
          ...Object.keys(FILTERS),
          ...Object.keys(DATES),
          'booked',
          'transfer_status',
          'search',
        ];
        const interfaces = tested.filter((name) => !OWN_FILTERS.includes(name));
        expect({ ofInterface: interfaces.length, interfaces }).toEqual({ ofInterface: 29, interfaces });
        const names = [...interfaces, ...OWN_FILTERS];
        const { status, body } = await list('filter[amount]=1');
        expect(status).toBe(422);
        const allowed = body.errors?.['filter[amount]']?.[0]
          ?.split('Allowed: ')[1]
          ?.replace(/\.$/, '')
          .split(', ');
        expect(allowed?.sort()).toEqual(names.map((name) => `filter[${name}]`).sort());
      },
    );
    statement('transactions: an empty filter is 422, not "all"', async () => {
      for (const name of [
        ...Object.keys(FILTERS),
        ...Object.keys(DATES),
        ...Object.keys(AMOUNTS),
        'updated_after',
        'booked',
        'transfer_status',
        'search',
      ]) {
        expect((await list(`filter[${name}]=`)).status).toBe(422);
      }
    });
    statement('transactions: a comma after a backslash belongs to the value', async () => {
      const comma = encodeURIComponent(String.raw`Alfa creditor name\, Beta creditor name`);
      expect(await found(`filter[creditor.name]=${comma}`)).toEqual([]);
    });
  });

  describe('include', () => {
    const INCLUDES: Readonly<Record<string, readonly string[]>> = {
      financial_account: ['financial_account'],
      'financial_account.financial_connection': ['financial_account', 'financial_connection'],
      'financial_account.financial_connection.institution': [
        'financial_account',
        'financial_connection',
        'institution',
      ],
      transfer_logs: ['transfer_logs'],
      enriched: ['enriched'],
      failed_transfers: ['failed_transfers'],
      attempted_transfers: ['attempted_transfers'],
    };
    for (const [name, path] of Object.entries(INCLUDES)) {
      statement(`transactions: include=${name} embeds it, and without it there is none`, async () => {
        expect(await one(11, `include=${name}`)).toHaveProperty(path);
        expect(await one(11)).not.toHaveProperty(path.slice(0, 1));
      });
    }
    statement('transactions: include=trade embeds it, and without it there is none', async () => {
      expect(await one(14, 'include=trade')).toHaveProperty('trade.activity_type', 'BUY');
      expect(await one(14)).not.toHaveProperty('trade');
    });
    statement('transactions: trade is omitted for bank transactions', async () =>
      expect(await one(11, 'include=trade')).not.toHaveProperty('trade'),
    );
    statement('transactions: a nested include leaves what is below it out', async () => {
      const row = await one(11, 'include=financial_account.financial_connection');
      expect(row).not.toHaveProperty('financial_account.financial_connection.institution');
      expect(await one(11, 'include=financial_account')).not.toHaveProperty(
        'financial_account.financial_connection',
      );
    });
    statement('transactions: several includes are separated by commas', async () => {
      const row = await one(11, 'include=enriched,transfer_logs,failed_transfers');
      for (const name of ['enriched', 'transfer_logs', 'failed_transfers']) expect(row).toHaveProperty(name);
    });
    statement('transactions: failed_transfers counts the failed attempts', async () => {
      expect(await one(12, 'include=failed_transfers')).toHaveProperty('failed_transfers', '3');
      expect(await one(13, 'include=failed_transfers')).toHaveProperty('failed_transfers', '0');
    });
    statement('transactions: attempted_transfers counts the tried links', async () => {
      expect(await one(11, 'include=attempted_transfers')).toHaveProperty('attempted_transfers', '1');
      expect(await one(12, 'include=attempted_transfers')).toHaveProperty('attempted_transfers', '2');
      expect(await one(14, 'include=attempted_transfers')).toHaveProperty('attempted_transfers', '0');
    });
    statement('transactions: transfer_logs are the attempts, in their order', async () => {
      const { transfer_logs } = await one(11, 'include=transfer_logs');
      expect(transfer_logs).toMatchObject([
        { id: '1', status: 'FAILED' },
        { id: '2', status: 'TRANSFERRED' },
      ]);
    });
    statement('transactions: another include is 422 with the allowed names', async () => {
      const { status, body } = await list('include=rules');
      expect(status).toBe(422);
      for (const name of [...Object.keys(INCLUDES), 'trade']) {
        expect(body.errors?.['include']?.[0]).toContain(name);
      }
    });
  });

  describe('flags', () => {
    const OMITTED = [
      ...['debtor', 'creditor'].flatMap((party) =>
        ['iban', 'bban', 'pan', 'masked_pan', 'msisdn'].map((field) => `${party}.${field}`),
      ),
      ...EXTERNAL_IDENTIFIERS.map((field) => `external_identifiers.${field}`),
    ];
    for (const path of OMITTED) {
      statement(`transactions: omit_sensitive_identifiers omits ${path}`, async () => {
        expect(await one(11)).toHaveProperty(path);
        expect(await one(11, 'omit_sensitive_identifiers=true')).not.toHaveProperty(path);
      });
    }
    for (const field of ['iban', 'bban', 'scan', 'account_number_masked', 'owner_name', 'msisdn']) {
      statement(`transactions: omit_sensitive_identifiers omits an included account's ${field}`, async () => {
        const included = 'include=financial_account';
        expect(await one(11, included)).toHaveProperty(['financial_account', field]);
        expect(await one(11, `${included}&omit_sensitive_identifiers=1`)).not.toHaveProperty([
          'financial_account',
          field,
        ]);
      });
    }
    statement('transactions: omit_sensitive_identifiers keeps the rest unchanged', async () => {
      const [all, omitted] = [await one(11), await one(11, 'omit_sensitive_identifiers=true')];
      expect(omitted).toMatchObject({
        amount: all['amount'],
        debtor: { name: 'Alfa debtor name', currency: 'EUR' },
      });
      expect(omitted).toHaveProperty('remittance_information', all['remittance_information']);
    });
    statement(
      'transactions: with_available_financial_accounts adds meta.available_financial_accounts',
      async () => {
        const { body } = await list('with_available_financial_accounts=true&page[size]=1');
        const { available_financial_accounts: accounts } = body.meta as unknown as Record<
          string,
          { id: string }[]
        >;
        expect(accounts?.map(({ id }) => id)).toEqual(['17', '18', '19', '20']);
        expect((await list('')).body.meta).not.toHaveProperty('available_financial_accounts');
      },
    );
    statement('transactions: disable_rules gives the data without rules', async () => {
      await world().gateway.publish(...reshaped(world()));
      expect(await one(13)).toHaveProperty('mapped_fields.payee', 'shaped');
      expect(await one(13, 'disable_rules=true')).not.toHaveProperty('mapped_fields.payee');
      expect(await one(13, 'disable_rules=false')).toHaveProperty('mapped_fields.payee', 'shaped');
    });
    notTested('transactions: delegated apps always get rule-shaped data', 'no such token is issued here');
    statement('transactions: one transaction accepts include and the flags like the list', async () => {
      const shown = async (query: string) => {
        const { status, body } = await world().gateway.list(`${LIST}/11?${query}`, world().token);
        expect({ query, status }).toEqual({ query, status: 200 });
        return body.data as unknown;
      };
      const queries = [
        'include=financial_account.financial_connection.institution',
        'include=enriched,trade,transfer_logs,failed_transfers,attempted_transfers',
        'omit_sensitive_identifiers=true&include=financial_account',
        'disable_rules=true',
      ];
      for (const query of queries) expect(await shown(query)).toEqual(await one(11, query));
    });
    statement('transactions: one transaction refuses parameters of lists', async () => {
      for (const query of ['with_available_financial_accounts=1', 'sort=id', 'filter[id]=11', 'page[size]=1'])
        expect((await world().gateway.list(`${LIST}/11?${query}`, world().token)).status).toBe(422);
    });
    statement('transactions: a flag is a boolean, and anything else is 422', async () => {
      for (const name of [
        'omit_sensitive_identifiers',
        'with_available_financial_accounts',
        'disable_rules',
      ]) {
        for (const text of ['true', 'false', '1', '0'])
          expect((await list(`${name}=${text}`)).status).toBe(200);
        for (const text of ['', 'perhaps', '2']) expect((await list(`${name}=${text}`)).status).toBe(422);
      }
    });
  });
}

/** Row 13 after a rule of the account named its payee. */
function reshaped({ userId }: World) {
  const times = { createdAt: '2026-03-02T06:13:00.000Z', updatedAt: '2026-03-03T06:11:00.000Z' };
  const shaped = { ...BARE_TRANSACTION, mapped_fields: { date: null, payee: 'shaped' } };
  const row = transactionOf(13, {}, { ...times, raw: BARE_TRANSACTION, shaped, shapedVersion: 2 });
  return [TransactionShapedV1, 19, shapedOf(userId, 19, [row])] as const;
}
