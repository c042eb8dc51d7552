import { Caller, ownerOf, TransactionRemovedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { createTransactions } from '../../../src/transactions/by-hand/create-transactions';
import { deleteTransactions } from '../../../src/transactions/by-hand/delete-transactions';
import { bulkResult, ItemResults } from '../../../src/transactions/by-hand/each-item';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';
import { TransactionStore, USER } from '../../transaction-store';

const CALLER: Caller = ownerOf(USER);
const NOWHERE = 987_654_321;

let store: TransactionStore;
let accounts: readonly [number, number];
beforeAll(async () => {
  store = await TransactionStore.open();
});
afterAll(() => store.close());
beforeEach(async () => {
  const [first = 0, second = 0] = await store.openAccounts(2);
  accounts = [first, second];
});

/** Counts the statements of a transaction. */
function counting(tx: Tx): { tx: Tx; statements: () => number } {
  let statements = 0;
  const counted = new Proxy(tx, {
    get: (target, name: keyof Tx) => {
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function') return member;
      return (...parameters: unknown[]) => {
        statements += 1;
        return Reflect.apply(member, target, parameters) as unknown;
      };
    },
  });
  return { tx: counted, statements: () => statements };
}

async function run(work: (tx: Tx) => Promise<ItemResults>) {
  return store.database.transaction(async (tx) => {
    const counter = counting(tx);
    return { ...bulkResult(await work(counter.tx), 'each'), statements: counter.statements() };
  });
}

type Fields = Parameters<typeof createTransactions>[2][number]['fields'];
const made = (amount: string, change: Fields = {}, financialAccountId = accounts[0]) => ({
  financialAccountId,
  fields: { amount, booking_date: '2026-03-05', ...change },
});
const add = (items: Parameters<typeof createTransactions>[2], caller = CALLER) =>
  run((tx) => createTransactions(tx, caller, items));
const change = (items: Parameters<typeof updateTransactions>[2]) =>
  run((tx) => updateTransactions(tx, CALLER, items));
const remove = (ids: readonly number[]) => run((tx) => deleteTransactions(tx, CALLER, ids));

async function amounts(accountId = accounts[0]): Promise<string[]> {
  const rows = await store.database.query<{ amount: string }>(
    `select document->>'amount' as amount from transactions where account_id = $1 and state = 'LIVE' order by id`,
    [accountId],
  );
  return rows.map(({ amount }) => amount);
}

async function published(topic: string): Promise<number> {
  const [row] = await store.database.query<{ count: number }>(
    'select count(*)::int as count from outbox where topic = $1',
    [topic],
  );
  return row?.count ?? 0;
}

describe('transactions that are added in bulk', () => {
  it('succeed or fail each for itself, in the order of the request', async () => {
    const { outcomes, changes } = await add([
      made('-1'),
      { financialAccountId: accounts[0], fields: { amount: '-2' } },
      made('-3', {}, NOWHERE),
      made('-4', {}, accounts[1]),
      made('-5'),
    ]);
    expect(outcomes.map(({ error }) => error)).toEqual([null, 'invalid', 'not_found', null, null]);
    expect(outcomes[1]).toMatchObject({
      transactionId: null,
      message: 'Send a booking_date or a value_date.',
      errors: { booking_date: ['Send a booking_date or a value_date.'] },
    });
    expect(await amounts()).toEqual(['-1.00', '-5.00']);
    expect(await amounts(accounts[1])).toEqual(['-4.00']);
    const answered = changes.flatMap(({ upserted }) => upserted);
    expect(answered.map(({ id }) => id).sort()).toEqual(
      outcomes.flatMap(({ transactionId }) => transactionId ?? []).sort(),
    );
    expect(changes.map(({ financialAccountId }) => financialAccountId).sort()).toEqual([...accounts].sort());
  });

  it('of accounts that were not granted are not there', async () => {
    const restricted = { ...CALLER, accountIds: [accounts[1]] };
    const { outcomes } = await add([made('-1'), made('-2', {}, accounts[1])], restricted);
    expect(outcomes.map(({ error }) => error)).toEqual(['not_found', null]);
  });

  it('are five hundred with as many statements as two, and are published in messages of many', async () => {
    const few = await add([made('-1'), made('-2')]);
    const before = await published(TransactionUpsertedV1.topic);
    const items = Array.from({ length: 500 }, (_, index) =>
      made(`-${index + 1}`, { mapped_fields: { payee: `Market ${index}` } }),
    );
    const many = await add(items);
    expect(many.statements).toBe(few.statements);
    expect(many.outcomes.every(({ error }) => error === null)).toBe(true);
    expect(await amounts()).toHaveLength(502);
    expect((await published(TransactionUpsertedV1.topic)) - before).toBeLessThanOrEqual(5);
    const ids = many.outcomes.map(({ transactionId }) => transactionId ?? 0);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const changed = await change(ids.map((transactionId) => ({ transactionId, fields: { amount: '-9' } })));
    const one = await change([{ transactionId: ids[0] ?? 0, fields: { amount: '-8' } }]);
    expect(changed.statements).toBe(one.statements);
    const removed = await remove(ids);
    expect(removed.statements).toBeLessThan(10);
    expect(await amounts()).toHaveLength(2);
  });

  it('with long texts have an answer that fits a message', async () => {
    const long = 'x'.repeat(2000);
    const items = Array.from({ length: 300 }, () => made('-1', { additional_information: long }));
    const { outcomes, changes } = await add(items);
    expect(outcomes).toHaveLength(300);
    expect(Buffer.byteLength(JSON.stringify({ outcomes, changes }))).toBeLessThan(512 * 1024);
    expect(await amounts()).toHaveLength(300);
  });
});

describe('transactions that are changed or removed in bulk', () => {
  let ids: number[];
  beforeEach(async () => {
    const { outcomes } = await add([made('-1'), made('-2'), made('-3', {}, accounts[1])]);
    ids = outcomes.map(({ transactionId }) => transactionId ?? 0);
  });
  const id = (index: number): number => ids[index] ?? 0;

  it('are changed each for itself, two changes of one transaction one after the other', async () => {
    const { outcomes, changes } = await change([
      { transactionId: id(0), fields: { amount: '-10', mapped_fields: { payee: 'Market' } } },
      { transactionId: NOWHERE, fields: { amount: '-1' } },
      { transactionId: id(2), fields: {} },
      { transactionId: id(0), fields: { mapped_fields: { description: 'Food' } } },
    ]);
    expect(outcomes.map(({ error }) => error)).toEqual([null, 'not_found', 'invalid', null]);
    expect(changes).toMatchObject([
      {
        financialAccountId: accounts[0],
        upserted: [
          {
            id: id(0),
            version: 2,
            document: { amount: '-10.00', mapped_fields: { payee: 'Market', description: 'Food' } },
          },
        ],
      },
    ]);
  });

  it('are removed each for itself, once', async () => {
    const before = await published(TransactionRemovedV1.topic);
    const { outcomes, changes } = await remove([id(0), NOWHERE, id(0), id(2)]);
    expect(outcomes.map(({ error }) => error)).toEqual([null, 'not_found', 'not_found', null]);
    expect(changes.flatMap(({ removed }) => removed.map((one) => one.id)).sort()).toEqual(
      [id(0), id(2)].sort(),
    );
    expect(await amounts()).toEqual(['-2.00']);
    expect((await published(TransactionRemovedV1.topic)) - before).toBe(2);
  });
});

it('all or none: one that is refused names its place in the list, and the others stay as they were', async () => {
  const adding = store.database.transaction(async (tx) =>
    bulkResult(
      await createTransactions(tx, CALLER, [made('-1'), made('-2', { booking_date: undefined })]),
      'all_or_none',
    ),
  );
  await expect(adding).rejects.toMatchObject({
    detail: { kind: 'invalid', errors: { 'items.1.booking_date': ['Send a booking_date or a value_date.'] } },
  });
  expect(await amounts()).toEqual([]);
});
