import { Answer, ListBody } from '../gateway-under-test';
import { lookUp } from './field-check';
import { notTested, statement } from './statements';
import { World } from './world';

/** What all lists share: pages, the envelope, the form of a query. Then the lists beside the transactions. */
export function listStatements(world: () => World): void {
  const list = async (path: string) => world().gateway.list(path, world().token);
  const ids = async (path: string): Promise<string[]> => {
    const { status, body } = await list(path);
    expect({ path, status }).toEqual({ path, status: 200 });
    return idsOf(body);
  };
  const LISTS = [
    '/finance/transactions',
    '/finance/accounts',
    '/finance/accounts/17/balances',
    '/destinations/budgeta/connections',
  ];

  for (const path of LISTS) {
    statement(`${path}: pages have 25 rows by default`, async () =>
      expect((await list(path)).body.meta.per_page).toBe(25),
    );
    statement(`${path}: page[size] is accepted from 1 to 100`, async () => {
      for (const size of [1, 100])
        expect((await list(`${path}?page[size]=${size}`)).body.meta.per_page).toBe(size);
      for (const size of [0, 101, -1, '1e9', '', 'x', '1.5']) {
        const { status, body } = await list(`${path}?page[size]=${size}`);
        expect({ size, status }).toEqual({ size, status: 422 });
        expect(Object.keys(body.errors ?? {})).toEqual(['page[size]']);
      }
    });
    statement(`${path}: page[number] starts at 1`, async () => {
      expect((await list(`${path}?page[number]=1`)).body.meta.current_page).toBe(1);
      for (const number of [0, -1, '', 'x', '1.5']) {
        const { status, body } = await list(`${path}?page[number]=${number}`);
        expect({ number, status }).toEqual({ number, status: 422 });
        expect(Object.keys(body.errors ?? {})).toEqual(['page[number]']);
      }
    });
    statement(`${path}: links.next leads through all rows until it is null`, async () => {
      const { gateway, token } = world();
      const seen: string[] = [];
      let next: string | null = `${gateway.url}/api/v1${path}?page[size]=1`;
      while (next !== null) {
        const { pathname, search }: URL = new URL(next);
        const page: Answer<ListBody> = await gateway.request<ListBody>(pathname + search, { token });
        seen.push(...idsOf(page.body));
        next = page.body.links.next;
      }
      expect(seen).toEqual(await ids(`${path}?page[size]=100`));
    });
    statement(`${path}: meta.last_page and meta.total give its end`, async () => {
      const { body } = await list(`${path}?page[size]=2`);
      const all = await ids(`${path}?page[size]=100`);
      expect(body.meta).toMatchObject({ total: all.length, last_page: Math.ceil(all.length / 2) });
    });
    statement(`${path}: a page past the end is 200 and empty, from and to null`, async () => {
      const { status, body } = await list(`${path}?page[number]=50`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        data: [],
        links: { next: null },
        meta: { from: null, to: null, current_page: 50 },
      });
    });
    statement(`${path}: links and meta.links keep the whole query`, async () => {
      const query = 'sort=-updated_at,id&page[size]=1&page[number]=1';
      const { body } = await list(`${path}?${query}`);
      const urls = [...Object.values(body.links), ...body.meta.links.map(({ url }) => url)].filter(
        (url) => url !== null,
      );
      expect(urls.length).toBeGreaterThan(2);
      for (const url of urls) {
        const { searchParams } = new URL(url);
        expect(searchParams.get('sort')).toBe('-updated_at,id');
        expect(searchParams.get('page[size]')).toBe('1');
      }
    });
    statement(`${path}: meta.links are those of a row of page buttons`, async () => {
      const { body } = await list(`${path}?page[size]=1`);
      const labels = body.meta.links.map(({ label }) => label);
      expect(labels.slice(0, 2)).toEqual(['&laquo; Previous', '1']);
      expect(labels.at(-1)).toBe('Next &raquo;');
      expect(body.meta.links.filter(({ active }) => active)).toHaveLength(1);
    });
    statement(`${path}: meta.path is the base of the links`, async () =>
      expect((await list(`${path}?page[size]=1`)).body.meta.path).toBe(
        `${world().gateway.url}/api/v1${path}`,
      ),
    );
    statement(`${path}: an unknown sort, include, filter or parameter is 422, by its name`, async () => {
      for (const name of ['sort', 'include', 'filter[nope]', 'limit']) {
        const { status, body } = await list(`${path}?${name}=nope`);
        expect({ name, status }).toEqual({ name, status: 422 });
        expect(Object.keys(body.errors ?? {})).toEqual([name]);
      }
    });
  }

  describe('balances', () => {
    const path = '/finance/accounts/17/balances';
    const SORTED: Readonly<Record<string, readonly [string[], string[]]>> = {
      id: [
        ['55', '56', '57'],
        ['57', '56', '55'],
      ],
      created_at: [
        ['56', '55', '57'],
        ['57', '55', '56'],
      ],
      updated_at: [
        ['57', '55', '56'],
        ['56', '55', '57'],
      ],
      reference_date: [
        ['57', '55', '56'],
        ['55', '57', '56'],
      ], // none is last in both directions
    };
    for (const [field, [up, down]] of Object.entries(SORTED)) {
      statement(`balances: sort=${field} is ascending`, async () =>
        expect(await ids(`${path}?sort=${field}`)).toEqual(up),
      );
      statement(`balances: sort=-${field} is descending`, async () =>
        expect(await ids(`${path}?sort=-${field}`)).toEqual(down),
      );
    }
    statement('balances: they are those of the account', async () => {
      const { body } = await list(path);
      expect(new Set(body.data.map((row) => row['financial_account_id']))).toEqual(new Set(['17']));
      expect(await ids('/finance/accounts/18/balances')).toEqual([]);
    });
    statement('balances: by default the newest is first', async () =>
      expect(await ids(path)).toEqual(['57', '56', '55']),
    );
    statement('balances/{balanceId}: answers {data} with the entry', async () => {
      const { gateway, token } = world();
      const { status, body } = await gateway.get(`${path}/55`, token);
      expect(status).toBe(200);
      expect(Object.keys(body)).toEqual(['data']);
      expect(body['data']).toEqual((await list(path)).body.data.find(({ id }) => id === '55'));
    });
    statement('balances/{balanceId}: an entry of another account is 404', async () => {
      const { gateway, token } = world();
      expect((await gateway.get('/finance/accounts/18/balances/55', token)).status).toBe(404);
      expect((await gateway.get(`${path}/99`, token)).status).toBe(404);
    });
  });

  describe('accounts', () => {
    statement('accounts: filter[integrator] selects by provider', async () =>
      expect(await ids('/finance/accounts?filter[integrator]=PROVIDER_B')).toEqual(['18']),
    );
    statement('accounts: filter[integrator] accepts several values separated by commas', async () =>
      expect(await ids('/finance/accounts?filter[integrator]=PROVIDER_B,PROVIDER_C')).toEqual(['19', '18']),
    );
    statement('accounts: filter[integrator] with no provider’s name is 422', async () =>
      expect((await list('/finance/accounts?filter[integrator]=PROVIDER_X')).status).toBe(422),
    );
    statement('accounts/{id}: answers {data} with the account', async () => {
      const { gateway, token } = world();
      const { status, body } = await gateway.get('/finance/accounts/17', token);
      expect(status).toBe(200);
      expect(body).toHaveProperty('data.id', '17');
    });
    statement('accounts: balance is that of the last sync, and 0 if there was none', async () => {
      const { body } = await list('/finance/accounts?sort=id');
      expect(body.data.map((row) => row['balance']).slice(0, 2)).toEqual([
        { available: '900.00', cleared: '1204.10' },
        { available: 0, cleared: 0 },
      ]);
    });
    statement(
      'accounts: transactions_backfill_cursor is a date while history is fetched, else null',
      async () => {
        const { body } = await list('/finance/accounts?sort=id');
        expect(body.data.map((row) => row['transactions_backfill_cursor'])).toEqual([
          '2025-12-03',
          '2025-12-03',
          null,
          '2025-12-03',
        ]);
      },
    );
    notTested(
      'accounts: the backfill cursor moves earlier, and to null, as history is loaded',
      'ingestion moves it',
    );
  });

  describe('destination connections', () => {
    const path = '/destinations/budgeta/connections';
    for (const field of ['id', 'created_at', 'updated_at']) {
      statement(`destination connections: sort=${field} is ascending`, async () =>
        expect(await ids(`${path}?sort=${field}`)).toEqual(['21', '22']),
      );
      statement(`destination connections: sort=-${field} is descending`, async () =>
        expect(await ids(`${path}?sort=-${field}`)).toEqual(['22', '21']),
      );
    }
    statement('destination connections: those that never completed authorization are left out', async () =>
      expect(await ids(path)).not.toContain('23'),
    );
    const NESTED = ['budgets', 'budgets[].accounts', 'budgets[].accounts[].transfer_links'];
    for (const [depth, at] of NESTED.entries()) {
      const include = at.replaceAll('[]', '');
      statement(`destination connections: include=${include} embeds it, and no relations of it`, async () => {
        const { body } = await list(`${path}?include=${include}`);
        expect(lookUp(body, `data[].${at}`)).toMatchObject({ absent: 0 });
        expect(lookUp(body, `data[].${at}`).values).toHaveLength(2);
        const below = NESTED[depth + 1];
        if (below) expect(lookUp(body, `data[].${below}`).values).toEqual([]);
        expect(lookUp((await list(path)).body, 'data[].budgets').values).toEqual([]);
      });
    }
    statement('destination connections: links are embedded in the account that they point to', async () => {
      const { body } = await list(`${path}?include=budgets.accounts.transfer_links`);
      const links = lookUp(body, 'data[].budgets[].accounts[].transfer_links[].id').values;
      expect(links).toEqual(['8', '9']);
    });
  });
}

function idsOf(body: ListBody): string[] {
  return body.data.map(({ id }) => String(id));
}
