import { LEGACY_EVENT_ALIASES, WEBHOOK_EVENTS } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { InProcessSystem } from './in-process-system';
import { BodySchema, largestBody, largestThatFits, LETTERS } from './largest-body';

jest.setTimeout(300_000);

/** The most items of a page. */
const PAGE = 100;
const LISTED_BYTES_MAX = 2_000_000;
/** More than the longest permitted text. */
const CHARS_MAX = 20_000;

/** Settings without limits of frequency and count, which would hide the limits of size. */
const WITHOUT_LIMITS = {
  RATE_LIMIT_PER_MINUTE: '0',
  RATE_LIMIT_NEW_TOKENS_PER_HOUR: '0',
  APPS_MAX: '1000',
  PERSONAL_TOKENS_MAX: '1000',
};
/** Statuses that refuse a further item, or one of that size. */
const FULL = [403, 409, 422];

type Members = Readonly<Record<string, unknown>>;

let system: InProcessSystem;
let token: string;
let schemas: Readonly<Record<string, BodySchema>>;
let accountIds: string[];
let destinationId: string;
let transactionIds: { out: string; in: string }[];

/** Returns a different day for each number, from 2026 on. */
const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10);
let unique = 0;
const largest: string[] = [];

/**
 * Members of each resource that a program can create, if they have a format or refer to something; all others are
 * filled. Resources stand before those that refer to them.
 */
const GIVEN: Readonly<Record<string, (index: number) => Members>> = {
  '/finance/accounts': () => ({ currency: 'EUR', cash_account_type: 'CASH' }),
  '/finance/accounts/{accountId}/balances': (index) => ({ reference_date: dayOf(-index), amount: '80.00' }),
  '/finance/transactions': () => ({
    financial_account_id: accountIds[0],
    amount: '-12.50',
    booking_date: dayOf(0),
  }),
  '/finance/transfer-pairs': (index) => ({
    transaction_id: transactionIds[index % PAGE]?.out,
    counterpart_transaction_id: transactionIds[index % PAGE]?.in,
  }),
  '/finance/reprocessings': (index) => ({ financial_account_ids: [accountIds[index % PAGE]] }),
  '/transfer-links': (index) => ({
    financial_account_id: accountIds[index % PAGE],
    destination_type: 'BUDGETA',
    destination_id: destinationId,
  }),
  '/destinations/feed/connections': () => ({}),
  '/rules': () => ({
    actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.payee' }],
    conditions: [{ transaction_type: 'ANY', field_name: 'creditor.name', operator: 'contains' }],
  }),
  '/webhooks': () => ({ events: WEBHOOK_EVENTS.filter((event) => !(event in LEGACY_EVENT_ALIASES)) }),
  '/apps': () => ({}),
  '/categories': () => ({ name: longName() }),
  '/tokens': () => ({}),
  '/admin/users': () => ({ email: longEmail(), plan: 'PRO' }),
  '/admin/invitations': () => ({ email: longEmail() }),
};

/** Resources whose creation needs another party. Their texts are below 20,000 bytes, whatever the characters. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  '/admin/services/{service}/requests': 'each has a few ids and days as its parameters',
  '/finance/connections': 'each is a consent at an institution, begun in a browser',
  '/destinations/budgeta/connections': 'each is another user of YNAB',
  '/destinations/budgetb/connections': 'each is another Actual server',
  '/destinations/sheets/connections': 'each is another user of Google',
  '/destinations/workspace/connections': 'each is another workspace of Notion',
};

/** A name is once in a user's list. */
function longName(): string {
  unique += 1;
  return String(unique).padStart(100, '0');
}

function longEmail(): string {
  unique += 1;
  return `${String(unique).padStart(6, '0')}${'x'.repeat(50)}@${'y'.repeat(60)}.${'z'.repeat(60)}.example`;
}

async function post(route: string, body: Members) {
  return system.rest('POST', pathOf(route), token, body);
}
const pathOf = (route: string) => route.replace('{accountId}', accountIds[0] ?? '');

beforeAll(async () => {
  system = await InProcessSystem.start({ settings: WITHOUT_LIMITS });
  const user = await system.user('largest@example.org', 'Maija');
  ({ token } = user);
  await system.sql(`update api_gateway.users set role = 'ADMIN' where id = $1`, [user.id]);
  schemas = await readSchemas();
  const accounts = Array.from({ length: PAGE }, () => ({ name: 'Wallet', currency: 'EUR' }));
  accountIds = [];
  for (const body of accounts) {
    accountIds.push((await system.data<{ id: string }>('POST', '/finance/accounts', token, body)).id);
  }
  destinationId = await connectBudget();
  const [out, into] = [await addTransactions(0, '-5.00'), await addTransactions(1, '5.00')];
  transactionIds = out.map((id, index) => ({ out: id, in: into[index] ?? '' }));
});
afterAll(async () => {
  process.stderr.write(`bytes of a page of the largest: ${largest.join(', ')}\n`);
  await system.stop();
});

async function addTransactions(account: number, amount: string): Promise<string[]> {
  const one = { financial_account_id: accountIds[account], amount, booking_date: dayOf(0) };
  const body = { transactions: Array.from({ length: PAGE }, () => one) };
  const { results } = await system.data<{ results: { transaction_id: string }[] }>(
    'POST',
    '/finance/transactions/bulk',
    token,
    body,
  );
  return results.map(({ transaction_id: id }) => id);
}

async function connectBudget(): Promise<string> {
  const access_token = system.sandbox.credentials.budgeta.token;
  await system.data('POST', '/destinations/budgeta/connections', token, { name: 'Budget', access_token });
  return eventually(async () => {
    const [one] = await system.data<{ budgets: { accounts: { id: string }[] }[] }[]>(
      'GET',
      '/destinations/budgeta/connections?include=budgets.accounts',
      token,
    );
    const id = one?.budgets[0]?.accounts[0]?.id;
    if (id === undefined) throw new Error('the budget is not there yet');
    return id;
  });
}

interface ServedDocument {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly get?: { readonly parameters?: readonly { readonly name: string }[] };
        readonly post?: {
          readonly requestBody?: { readonly content: Readonly<Record<string, { schema: BodySchema }>> };
        };
      }
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, BodySchema>> };
}

/** Returns the schemas of bodies that create the resources of a paginated list, by path, with resolved references. */
async function readSchemas(): Promise<Readonly<Record<string, BodySchema>>> {
  const document = (await system.rest('GET', '/openapi.json')).body as unknown as ServedDocument;
  const resolved = (schema: BodySchema): BodySchema => {
    const known =
      schema.$ref === undefined
        ? schema
        : (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
    const { properties, items } = known;
    return {
      ...known,
      ...(items && { items: resolved(items) }),
      ...(properties && {
        properties: Object.fromEntries(
          Object.entries(properties).map(([name, one]) => [name, resolved(one)]),
        ),
      }),
    };
  };
  const created = Object.entries(document.paths).flatMap(([path, { get, post: creates }]) => {
    const isList = get?.parameters?.some(({ name }) => name === 'page[size]') ?? false;
    const body = creates?.requestBody?.content['application/json']?.schema;
    return isList && body ? [[path, resolved(body)] as const] : [];
  });
  return Object.fromEntries(created);
}

/** Returns the largest accepted body, measured as JSON, as a function of its number. */
async function largestOf(route: string): Promise<(index: number) => Members> {
  const given = GIVEN[route] ?? (() => ({}));
  const schema = schemas[route] ?? {};
  let best: { bytes: number; body: (index: number) => Members } | null = null;
  let attempts = PAGE;
  for (const letter of LETTERS) {
    const bodyOf = (chars: number) => (index: number) =>
      largestBody(schema, given(index), { letter, chars, accountIds });
    const chars = await largestThatFits(CHARS_MAX, async (count) => {
      attempts -= 1;
      return (await post(route, bodyOf(count)(attempts + PAGE))).status < 300;
    });
    if (chars === null) continue;
    const body = bodyOf(chars);
    const bytes = Buffer.byteLength(JSON.stringify(body(0)));
    if (best === null || bytes > best.bytes) best = { bytes, body };
  }
  if (best === null) throw new Error(`no body for ${route} was accepted`);
  return best.body;
}

it('every resource that a program can create is played, or left out for a reason', () => {
  expect(Object.keys(schemas).sort()).toEqual([...Object.keys(GIVEN), ...Object.keys(LEFT_OUT)].sort());
});

it.each(Object.keys(GIVEN))('a page of the largest that POST %s accepts has at most 2 MB', async (route) => {
  const body = await largestOf(route);
  const statuses = new Set<number>();
  for (let index = 0; index < PAGE; index += 1) statuses.add((await post(route, body(index))).status);
  const text = await system.text(`${pathOf(route)}?page[size]=${PAGE}&sort=-id`, token);
  const { data } = JSON.parse(text) as { data: unknown[] };
  largest.push(`${route} ${Buffer.byteLength(text)} (${data.length} listed)`);
  const refusals = [...statuses].filter((status) => status !== 201);
  expect(refusals.filter((status) => !FULL.includes(status))).toEqual([]);
  expect(data.length === PAGE || (data.length > 0 && refusals.length > 0)).toBe(true);
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LISTED_BYTES_MAX);
});
