import { type Sandbox, startSandbox } from '@tributary/sandbox';
import * as ynab from 'ynab';
import { acceptedCalls, OFFICIAL_CALLS } from './official-calls';

const SERVER = '/budgeta/v1';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ accounts: 3 });
});
afterAll(() => sandbox.close());

it('BUDGETA: its own client is accepted in every call that our connector makes', async () => {
  const client = new ynab.API(sandbox.credentials.budgeta.token, sandbox.budgetaUrl);
  expect((await client.user.getUser()).data.user.id).not.toBe('');
  const { data } = await client.plans.getPlans(true);
  const [plan] = data.plans;
  expect(plan?.accounts).toHaveLength(3);
  const planId = plan?.id ?? '';
  const { accounts } = (await client.accounts.getAccounts(planId)).data;

  const groups = (await client.categories.getCategories(planId)).data.category_groups;
  const groceries = groups.flatMap(({ categories }) => categories).find(({ name }) => name === 'Groceries');

  const row = {
    account_id: accounts[0]?.id ?? '',
    date: new Date().toISOString().slice(0, 10),
    amount: -12_400,
    payee_name: 'Kahvila',
    category_id: groceries?.id,
    memo: 'Card 01.03',
    cleared: ynab.TransactionClearedStatus.Cleared,
    approved: false,
    import_id: 'official-client:1',
  };
  const created = await client.transactions.createTransactions(planId, { transactions: [row] });
  const [id = ''] = created.data.transaction_ids;
  const again = await client.transactions.createTransactions(planId, { transactions: [row] });
  expect(again.data.duplicate_import_ids).toEqual([row.import_id]);

  const shown = created.data.transactions;
  expect(shown).toMatchObject([{ category_id: groceries?.id, category_name: 'Groceries' }]);

  const changed = await client.transactions.updateTransactions(planId, {
    transactions: [{ id, amount: -13_000 }],
  });
  expect(changed.data.transactions).toMatchObject([{ id, amount: -13_000 }]);
  await client.transactions.updateTransaction(planId, id, { transaction: { memo: 'by hand' } });
  await client.transactions.deleteTransaction(planId, id);
  const listed = await client.transactions.getTransactions(planId, '2000-01-01', undefined, 0);
  expect(listed.data.transactions).toMatchObject([{ id, deleted: true, memo: 'by hand' }]);

  expect(acceptedCalls(sandbox.calls(), SERVER)).toEqual([...(OFFICIAL_CALLS[SERVER] ?? [])].sort());
});

it('BUDGETA: its own client shows a refused date as it is refused', async () => {
  const client = new ynab.API(sandbox.credentials.budgeta.token, sandbox.budgetaUrl);
  const { accounts } = (await client.accounts.getAccounts('last-used')).data;
  const row = { account_id: accounts[0]?.id ?? '', date: '1999-12-31', amount: 1 };
  await expect(
    client.transactions.createTransactions('last-used', { transactions: [row] }),
  ).rejects.toMatchObject({
    error: { detail: 'date must not be in the future or over 5 years ago (index: 0)' },
  });
});
