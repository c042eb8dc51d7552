import { eventually } from '@tributary/testing';
import { FilledUser, fillUser } from './filled-user';
import { InProcessSystem } from './in-process-system';

jest.setTimeout(180_000);

interface Shown {
  readonly id: string;
  readonly mapped_fields: { readonly description?: string };
  readonly edited_fields?: readonly string[];
}

const POLLS = { timeoutMs: 40_000 };
const MINE = 'Lunch with Anna';

let system: InProcessSystem;
let user: FilledUser;

beforeAll(async () => {
  system = await InProcessSystem.start();
  user = await fillUser(system, 'MARKCORRECTIONS');
});
afterAll(() => system.stop());

const data = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
  system.data<Data>(method, path, user.token, body);

/** Memos of the budget's rows. */
async function memos(): Promise<(string | null)[]> {
  const response = await fetch(`${system.sandbox.controlUrl}/ledger/budgeta`);
  const { accounts } = (await response.json()) as {
    accounts: { transactions: { memo: string | null }[] }[];
  };
  return accounts.flatMap(({ transactions }) => transactions.map(({ memo }) => memo));
}

describe('a user’s edit of a transaction that a rule has shaped', () => {
  let transaction: Shown;
  const path = () => `/finance/transactions/${transaction.id}`;

  it('stays over REST, is named there and in webhooks, and arrives at the budget', async () => {
    const query = `filter[financial_account_id]=${user.accountId}&filter[transfer_status]=TRANSFERRED&page[size]=1`;
    await eventually(async () => {
      const [one] = await data<Shown[]>('GET', `/finance/transactions?${query}`);
      expect(one?.mapped_fields.description).toBe('Text MARKCORRECTIONS');
      if (one) transaction = one;
    }, POLLS);
    await data('POST', '/webhooks', {
      url: `${system.sandbox.receiverUrl}/hooks/corrections`,
      events: ['transactions.updated'],
    });
    const answer = await data<Shown>('PUT', path(), { mapped_fields: { description: MINE } });
    const expected = { mapped_fields: { description: MINE }, edited_fields: ['mapped_fields.description'] };
    expect(answer).toMatchObject(expected);
    await eventually(async () => expect(await memos()).toContain(MINE), POLLS);
    expect(await data('GET', path())).toMatchObject(expected);
    await eventually(async () => {
      const events = await data<{ type: string }[]>('GET', '/webhooks/events?sort=-id&page[size]=50');
      expect(JSON.stringify(events)).toContain('"edited_fields":["mapped_fields.description"]');
    }, POLLS);
  });

  it('stays when a rule is applied to history, which counts the edited transactions', async () => {
    const { id } = await data<{ id: string }>('POST', `/rules/${user.ruleId}/apply`, {});
    await eventually(async () => {
      const application = await data('GET', `/rules/${user.ruleId}/applications/${id}`);
      expect(application).toMatchObject({ status: 'DONE', transactions_locked: '1' });
    }, POLLS);
    expect(await data('GET', path())).toMatchObject({ mapped_fields: { description: MINE } });
  });

  it('gives way to the rule again after the user releases it, also at the budget', async () => {
    await data('PUT', path(), { mapped_fields: { description: null } });
    await eventually(async () => {
      const released = await data<Shown>('GET', path());
      expect(released.mapped_fields.description).toBe('Text MARKCORRECTIONS');
      expect(released).not.toHaveProperty('edited_fields');
      expect(await memos()).not.toContain(MINE);
    }, POLLS);
  });
});
