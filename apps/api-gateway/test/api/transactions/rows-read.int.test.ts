import { AccountUpsertedV1 } from '@tributary/contracts';
import { parseQuery } from '@tributary/http';
import { Access } from '../../../src/identity/access/access';
import { TRANSACTION_LIST } from '../../../src/api/transactions/search/transaction-list';
import { transactionsStatement } from '../../../src/api/transactions/search/transactions.statement';
import { GatewayUnderTest } from '../../gateway-under-test';
import { accountOf } from '../../samples';

const ACCOUNT = 61;
const ROWS = 20_000;
const PAGE_SIZE = 25;

/** What PostgreSQL did in a step of a plan, and in the steps below it. */
interface Step {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Join Filter'?: number;
  readonly Plans?: readonly Step[];
}

let gateway: GatewayUnderTest;
let userId: number;

/** One user who has the whole table, as at home: there the planner takes reading everything for cheap. */
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('rows-read@example.com');
  await gateway.publish(AccountUpsertedV1, ACCOUNT, accountOf(userId, ACCOUNT));
  await gateway.database.execute(
    `insert into transactions (user_id, id, account_id, shaped_version, removed, created_at, updated_at, changed_at, booked,
        currency, amount, booking_date, mapped_date, raw, split)
     select $1, n, $2, 1, false, now(), now(), now(), true, 'EUR', -n, '2026-03-02', date '2020-01-01' + (n * 7919 % 2000)::int,
            jsonb_build_object('booked', true, 'currency', 'EUR', 'amount', (-n)::text, 'additional_information', 'Payee ' || repeat('x', 500)),
            'NONE'
       from generate_series(1, $3::bigint) n`,
    [userId, ACCOUNT, ROWS],
  );
  await gateway.database.execute('vacuum (analyze) transactions');
});
afterAll(() => gateway.close());

/** How many rows of `transactions` a page needs, and pairs of rows that it compares in vain. */
async function rowsRead(search: string, accountIds: readonly number[] | null = null): Promise<number> {
  const access = new Access(0, userId, 'PRO', 'PERSONAL', null, accountIds);
  const query = parseQuery(TRANSACTION_LIST, Object.fromEntries(new URLSearchParams(search)));
  const { sql, values } = transactionsStatement(access, query, 'shaped');
  const rows = await gateway.database.query<{ 'QUERY PLAN': readonly { readonly Plan: Step }[] }>(
    `explain (analyze, format json) ${sql}`,
    values,
  );
  return readIn(rows[0]?.['QUERY PLAN'][0]?.Plan);
}

function readIn(step: Step | undefined): number {
  if (!step) throw new Error('PostgreSQL has no plan');
  const { 'Actual Rows': rows, 'Actual Loops': loops, 'Rows Removed by Filter': removed = 0 } = step;
  const pairs = (step['Rows Removed by Join Filter'] ?? 0) * loops;
  const own = (step['Relation Name'] === 'transactions' ? (rows + removed) * loops : 0) + pairs;
  return (step.Plans ?? []).reduce((sum, below) => sum + readIn(below), own);
}

const LAST = `page[number]=${ROWS / PAGE_SIZE}`;

it.each(['', 'sort=id', 'sort=-mapped_fields.date', 'sort=-booking_date', 'sort=amount'])(
  'a page, the first as the last, reads no row that it does not show: %s',
  async (search) => {
    expect(await rowsRead(search)).toBeLessThanOrEqual(2 * PAGE_SIZE);
    expect(await rowsRead(`${search}&${LAST}`)).toBeLessThanOrEqual(2 * PAGE_SIZE);
  },
);

it('the documents of a page are read by their ids, however its rows were found', async () => {
  expect(await rowsRead('sort=-value_date')).toBeLessThanOrEqual(ROWS + PAGE_SIZE);
  expect(await rowsRead('filter[search]=xxx')).toBeLessThanOrEqual(ROWS + 2 * PAGE_SIZE);
});

it('a search in the order of dates reads the search copy alone', async () => {
  expect(await rowsRead('filter[search]=payee&sort=-mapped_fields.date')).toBeLessThanOrEqual(
    ROWS + PAGE_SIZE,
  );
});

it.each([
  'filter[additional_information]=payee&filter[search]=xxx',
  'filter[additional_information]=payee&filter[search]=payee&sort=amount',
  'filter[additional_information]=payee&filter[creditor.name]=payee',
  'filter[additional_information]=payee&filter[search]=payee&filter[creditor.name]=payee&filter[booked]=true',
])('filters by several texts look at each row a few times at most: %s', async (search) => {
  expect(await rowsRead(search)).toBeLessThanOrEqual(6 * ROWS);
});
