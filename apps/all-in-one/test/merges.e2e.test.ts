import { eventually } from '@tributary/testing';
import { BudgetRow, budgetRows } from './budget-rows';
import { FilledUser, fillUser } from './filled-user';
import { InProcessSystem } from './in-process-system';

jest.setTimeout(180_000);

interface Shown {
  readonly id: string;
  readonly amount: string;
  readonly booking_date: string;
  readonly is_own_transfer?: boolean;
  readonly mapped_fields: { readonly description?: string };
}

const POLLS = { timeoutMs: 40_000 };
const MINE = 'Lunch with Anna';

let system: InProcessSystem;
let user: FilledUser;

beforeAll(async () => {
  system = await InProcessSystem.start();
  user = await fillUser(system, 'MARKMERGES');
});
afterAll(() => system.stop());

const data = <Data>(method: string, path: string, body?: unknown): Promise<Data> =>
  system.data<Data>(method, path, user.token, body);

async function webhookEvents(): Promise<string> {
  return JSON.stringify(await data('GET', '/webhooks/events?sort=-id&page[size]=50'));
}

describe('two transactions that the user merges by hand', () => {
  let kept: Shown;
  let other: Shown;
  let before: BudgetRow[];
  const sameAmount = async (): Promise<number> => {
    const amount = Math.round(Number(kept.amount) * 1000);
    return (await budgetRows(system)).filter((row) => row.amount === amount).length;
  };

  it('are two in the budget before', async () => {
    const query = `filter[financial_account_id]=${user.accountId}&filter[transfer_status]=TRANSFERRED&page[size]=1`;
    kept = await eventually(async () => {
      const [one] = await data<Shown[]>('GET', `/finance/transactions?${query}`);
      if (!one) throw new Error('nothing was transferred yet');
      return one;
    }, POLLS);
    other = await data<Shown>('POST', '/finance/transactions', {
      financial_account_id: user.accountId,
      amount: kept.amount,
      booking_date: kept.booking_date,
      mapped_fields: { description: MINE },
    });
    await eventually(
      async () => expect((await budgetRows(system)).map(({ memo }) => memo)).toContain(MINE),
      POLLS,
    );
    before = await budgetRows(system);
  });

  it('are one over REST and in the budget, with what was set on either', async () => {
    const twice = await sameAmount();
    await data('POST', '/webhooks', {
      url: `${system.sandbox.receiverUrl}/hooks/merges`,
      events: ['transactions.updated'],
    });
    const merged = await data<Shown>('POST', `/finance/transactions/${kept.id}/merge`, {
      transaction_id: other.id,
    });
    expect(merged).toMatchObject({ id: kept.id, mapped_fields: { description: MINE } });
    await expect(data('GET', `/finance/transactions/${other.id}`)).rejects.toThrow();
    await eventually(async () => {
      expect(await sameAmount()).toBe(twice - 1);
      expect((await budgetRows(system)).filter(({ memo }) => memo === MINE)).toHaveLength(1);
      expect(await webhookEvents()).toContain(`"id":"${other.id}","removed":true`);
    }, POLLS);
  });

  it('are two again in both once it is undone', async () => {
    await data('DELETE', `/finance/transactions/${kept.id}/merge`);
    expect(await data('GET', `/finance/transactions/${other.id}`)).toMatchObject({
      mapped_fields: { description: MINE },
    });
    const inOrder = (rows: readonly BudgetRow[]) =>
      rows.map(({ amount, memo }) => `${amount} ${memo ?? ''}`).sort();
    await eventually(async () => expect(inOrder(await budgetRows(system))).toEqual(inOrder(before)), POLLS);
  });
});

describe('a transfer between own accounts', () => {
  it('is proposed, marked over REST and in webhooks once the user confirms it, and no longer once they reject it', async () => {
    const accounts = await data<{ id: string; currency: string }[]>('GET', '/finance/accounts?sort=id');
    const [outgoing, incoming] = await Promise.all(
      ['-4321.09', '4321.09'].map((amount, side) =>
        data<Shown>('POST', '/finance/transactions', {
          financial_account_id: accounts[side]?.id,
          amount,
          currency: 'EUR',
          booking_date: '2026-03-02',
        }),
      ),
    );
    const path = `/finance/transfer-pairs?filter[transaction_id]=${outgoing?.id}`;
    const pair = await eventually(async () => {
      const [one] = await data<{ id: string; status: string }[]>('GET', path);
      expect(one).toMatchObject({ status: 'PROPOSED', incoming: { transaction_id: incoming?.id } });
      return one;
    }, POLLS);
    await data('PUT', `/finance/transfer-pairs/${pair?.id}`, { status: 'CONFIRMED' });
    // Either of the two may have been stored first.
    const shown = await data<Shown[]>('GET', '/finance/transactions?filter[is_own_transfer]=true&sort=id');
    expect(new Map(shown.map(({ id, is_own_transfer: mark }) => [id, mark]))).toEqual(
      new Map([
        [outgoing?.id, true],
        [incoming?.id, true],
      ]),
    );
    await eventually(async () => expect(await webhookEvents()).toContain('"is_own_transfer":true'), POLLS);
    await data('PUT', `/finance/transfer-pairs/${pair?.id}`, { status: 'REJECTED' });
    await eventually(async () => {
      expect(await data('GET', '/finance/transactions?filter[is_own_transfer]=true')).toEqual([]);
      expect(await data('GET', `/finance/transactions/${incoming?.id}`)).not.toHaveProperty(
        'is_own_transfer',
      );
    }, POLLS);
  });
});
