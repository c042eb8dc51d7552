import { eventually } from '@tributary/testing';
import { budgetRows } from './budget-rows';
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

/** Returns the memos of the budget's rows. */
async function memos(): Promise<(string | null)[]> {
  return (await budgetRows(system)).map(({ memo }) => memo);
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

describe('splitting a transaction that the budget holds', () => {
  const SHOPPING = 'Shopping of the week';
  let whole: Shown & { readonly amount: string };
  let held: number;
  const path = () => `/finance/transactions/${whole.id}`;
  const total = async () => (await budgetRows(system)).reduce((sum, { amount }) => sum + amount, 0);
  const sharesOf = async (...names: string[]) =>
    (await budgetRows(system))
      .flatMap(({ memo, amount }) => (names.includes(memo ?? '') ? [`${memo} ${amount}`] : []))
      .sort();
  const listed = async () => {
    const rows = await data<Shown[]>(
      'GET',
      `/finance/transactions?filter[search]=${whole.id}-shop&page[size]=10`,
    );
    return rows.map(({ id }) => id);
  };

  beforeAll(async () => {
    const query = `filter[financial_account_id]=${user.accountId}&filter[transfer_status]=TRANSFERRED&page[size]=1`;
    const [one] = await data<(typeof whole)[]>('GET', `/finance/transactions?${query}`);
    if (!one) throw new Error('nothing was transferred');
    whole = one;
    await data('PUT', path(), {
      mapped_fields: { description: SHOPPING },
      additional_information: `${whole.id}-shop`,
    });
    await eventually(async () => expect(await sharesOf(SHOPPING)).toHaveLength(1), POLLS);
    held = await total();
  });

  it('leaves the budget with the parts instead of it, and as much in sum', async () => {
    const cents = Math.round(Number(whole.amount) * 100);
    const parts = [
      { amount: '-1.00', mapped_fields: { description: 'Food' } },
      { amount: ((cents + 100) / 100).toFixed(2), mapped_fields: { description: 'Soap' } },
    ];
    const split = await data<{ split: { parts: string[] } }>('POST', `${path()}/split`, { parts });
    expect(await listed()).toEqual([...split.split.parts].reverse());
    await eventually(async () => {
      expect(await sharesOf(SHOPPING, 'Food', 'Soap')).toEqual(['Food -1000', `Soap ${(cents + 100) * 10}`]);
      expect(await total()).toBe(held);
    }, POLLS);
    const [food] = split.split.parts;
    await eventually(async () => {
      const events = await data<unknown[]>('GET', '/webhooks/events?sort=-id&page[size]=50');
      expect(JSON.stringify(events)).toContain(`"parts":["${food}",`);
    }, POLLS);
  });

  it('shows there what the user then sets on a part', async () => {
    const { split } = await data<{ split: { parts: string[] } }>('GET', path());
    await data('PUT', `/finance/transactions/${split.parts[0]}`, { mapped_fields: { description: 'Fruit' } });
    await eventually(async () => {
      expect(await sharesOf('Food', 'Fruit')).toEqual(['Fruit -1000']);
      expect(await total()).toBe(held);
    }, POLLS);
  });

  it('is undone by joining: the budget holds it again, once, and no part', async () => {
    const joined = await data('DELETE', `${path()}/split`);
    expect(joined).toMatchObject({ id: whole.id, mapped_fields: { description: SHOPPING } });
    expect(await listed()).toEqual([whole.id]);
    await eventually(async () => {
      expect(await sharesOf(SHOPPING, 'Food', 'Fruit', 'Soap')).toEqual([
        `${SHOPPING} ${Math.round(Number(whole.amount) * 100) * 10}`,
      ]);
      expect(await total()).toBe(held);
    }, POLLS);
  });
});
