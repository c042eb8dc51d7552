import { eventually } from '@tributary/testing';
import { InProcessSystem } from './in-process-system';

jest.setTimeout(120_000);

const POLLS = { timeoutMs: 40_000 };

let system: InProcessSystem;
let token: string;
let accountId: string;

beforeAll(async () => {
  system = await InProcessSystem.start();
  ({ token } = await system.user('wallet@example.org', 'Maija'));
  ({ id: accountId } = await data<{ id: string }>('POST', '/finance/accounts', {
    name: 'Wallet',
    currency: 'EUR',
    cash_account_type: 'CASH',
  }));
});
afterAll(() => system.stop());

const data = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
  system.data<Data>(method, path, token, body);

interface Shown {
  readonly id: string;
  readonly amount: string;
  readonly mapped_fields: { readonly payee?: string; readonly description?: string };
}
interface Results {
  readonly results: readonly { readonly success: boolean; readonly transaction_id: string | null }[];
}

const transactions = () =>
  data<Shown[]>('GET', `/finance/transactions?filter[financial_account_id]=${accountId}&sort=id`);

/** Returns the memos of the budget's rows. */
async function memos(): Promise<(string | null)[]> {
  const response = await fetch(`${system.sandbox.controlUrl}/ledger/budgeta`);
  const { accounts } = (await response.json()) as {
    accounts: { transactions: { memo: string | null }[] }[];
  };
  return accounts.flatMap(({ transactions: all }) => all.map(({ memo }) => memo));
}

/** Attaches a rule that sets the memo of every transaction. */
async function attachRule(): Promise<void> {
  const { id } = await data<{ id: string }>('POST', '/rules', {
    name: 'Cash',
    actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.description', value: 'Paid in cash' }],
  });
  await eventually(() => data('POST', `/rules/${id}/accounts/${accountId}`, {}), POLLS);
}

async function linkToBudget(): Promise<void> {
  const access_token = system.sandbox.credentials.budgeta.token;
  await data('POST', '/destinations/budgeta/connections', { name: 'Budget', access_token });
  const destination_id = await eventually(async () => {
    const [one] = await data<{ budgets: { accounts: { id: string }[] }[] }[]>(
      'GET',
      '/destinations/budgeta/connections?include=budgets.accounts',
    );
    const id = one?.budgets[0]?.accounts[0]?.id;
    expect(id).toBeDefined();
    return id;
  }, POLLS);
  const link = { financial_account_id: accountId, destination_type: 'BUDGETA', destination_id };
  await eventually(() => data('POST', '/transfer-links', link), POLLS);
}

describe('an account by hand in the whole system', () => {
  it('is listed with the others, by its source, and has no connection', async () => {
    const [listed] = await data<object[]>(
      'GET',
      '/finance/accounts?filter[integrator]=MANUAL&include=financial_connection',
    );
    expect(listed).toMatchObject({
      id: accountId,
      name: 'Wallet',
      integrator: 'MANUAL',
      financial_connection_id: '',
      financial_connection: null,
      cash_account_type: 'CASH',
      transactions_backfill_cursor: null,
    });
    expect(await data('GET', '/finance/accounts?filter[integrator]=PROVIDER_A')).toEqual([]);
    expect(await data('GET', '/finance/connections')).toEqual([]);
  });

  it('refuses a sync and says why', async () => {
    const { status, body } = await system.rest('POST', `/finance/accounts/${accountId}/sync`, token, {});
    expect([status, body['message']]).toEqual([409, expect.stringContaining('kept by hand')]);
  });

  it('shows the balance that was recorded for the newest day', async () => {
    const record = (reference_date: string, amount: string) =>
      data<object>('POST', `/finance/accounts/${accountId}/balances`, { reference_date, amount });
    expect(await record('2026-03-02', '80')).toMatchObject({ amount: '80.00', reference_date: '2026-03-02' });
    await record('2026-02-01', '120');
    expect(await data('GET', `/finance/accounts/${accountId}`)).toMatchObject({
      balance: { cleared: '80.00' },
    });
    expect(
      await data<object[]>('GET', `/finance/accounts/${accountId}/balances?sort=reference_date`),
    ).toMatchObject([{ amount: '120.00' }, { amount: '80.00' }]);
  });

  it('has its transactions shaped by rules and carried to a budget, added and removed in bulk', async () => {
    await attachRule();
    await linkToBudget();
    const { results } = await data<Results>('POST', '/finance/transactions/bulk', {
      transactions: [
        { financial_account_id: accountId, amount: '-12.5', booking_date: '2026-03-02' },
        { financial_account_id: '999999', amount: '-1', booking_date: '2026-03-02' },
        {
          financial_account_id: accountId,
          amount: '-3',
          booking_date: '2026-03-03',
          mapped_fields: { description: 'Ice cream' },
        },
      ],
    });
    expect(results.map(({ success }) => success)).toEqual([true, false, true]);
    await eventually(async () => {
      expect(await transactions()).toMatchObject([
        { amount: '-12.50', mapped_fields: { description: 'Paid in cash' } },
        { amount: '-3.00', mapped_fields: { description: 'Ice cream' } },
      ]);
      expect(await memos()).toEqual(expect.arrayContaining(['Paid in cash', 'Ice cream']));
    }, POLLS);
    const ids = results.flatMap(({ transaction_id: id }) => id ?? []);
    await data('PUT', '/finance/transactions/bulk', {
      transactions: ids.map((id) => ({ id, mapped_fields: { description: `Mine ${id}` } })),
    });
    await eventually(
      async () => expect(await memos()).toEqual(expect.arrayContaining(ids.map((id) => `Mine ${id}`))),
      POLLS,
    );
    await data('DELETE', '/finance/transactions/bulk', { transaction_ids: ids.slice(1) });
    expect(await transactions()).toHaveLength(1);
  });

  it('is in an export, and is there again after a rebuild of the query model', async () => {
    await data('POST', '/user/exports');
    await eventually(
      async () => expect(await data('GET', '/user/exports')).toMatchObject([{ status: 'READY' }]),
      POLLS,
    );
    const lines = (await system.text('/user/export', token)).trimEnd().split('\n');
    const of = (kind: string) => lines.filter((line) => line.includes(`"kind":"${kind}"`));
    expect([of('accounts').length, of('balances').length]).toEqual([1, 2]);
    expect(of('accounts')[0]).toContain('MANUAL');

    const before = await data('GET', `/finance/accounts/${accountId}`);
    await system.sql(`delete from api_gateway.accounts`);
    expect(await data('GET', '/finance/accounts')).toEqual([]);
    await system.sql(`update api_gateway.users set role = 'ADMIN'`);
    // The token's owner may be remembered for a moment.
    await eventually(() => data('POST', '/admin/query-model/rebuild'), POLLS);
    await eventually(
      async () => expect(await data('GET', `/finance/accounts/${accountId}`)).toEqual(before),
      POLLS,
    );
    expect(await data<object[]>('GET', `/finance/accounts/${accountId}/balances`)).toHaveLength(2);
  });

  it('goes with all that was recorded where it is deleted', async () => {
    expect((await system.rest('DELETE', `/finance/accounts/${accountId}`, token)).status).toBe(200);
    await eventually(async () => expect(await transactions()).toEqual([]), POLLS);
    expect(await data('GET', '/finance/accounts')).toEqual([]);
  });
});
