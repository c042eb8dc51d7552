import {
  AccountUpsertedV1,
  Caller,
  CreateTransactions,
  DecideSettlement,
  DeleteTransactions,
  ownerOf,
  Problem,
  ReprocessingUpsertedV1,
  ReprocessTransactions,
  SettlementUpsertedV1,
  TransactionChanges,
  TransactionShapedV1,
  UpdateTransactions,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { eventually } from '@tributary/testing';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { bulkOf, accountOf, shapedOf, transactionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let owner: Consumption | null = null;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('transactions@example.com');
  token = await gateway.token({ userId });
  for (const id of [17, 18]) await gateway.publish(AccountUpsertedV1, id, accountOf(userId, id));
  await gateway.publish(
    TransactionShapedV1,
    17,
    shapedOf(userId, 17, [transactionOf(1001), transactionOf(1002)]),
  );
});
afterEach(async () => {
  await owner?.stop();
  owner = null;
});
afterAll(() => gateway.close());

const PATH = '/finance/transactions';
const REVIEWS = '/finance/settlement-reviews';
const send = (method: string, path: string, body?: unknown, by = token) =>
  gateway.request(`/api/v1${path}`, { method, body, token: by });

const { document: raw } = { document: transactionOf(1).raw };
const at = '2026-03-02T06:10:00.000Z';

function changesOf(change: Partial<TransactionChanges>): TransactionChanges {
  return { financialAccountId: 17, userId, upserted: [], removed: [], settlements: [], ...change };
}

const versionOf = (id: number, version: number, change: object = {}) => ({
  id,
  version,
  createdAt: at,
  updatedAt: at,
  document: { ...raw, ...change },
});

describe('a reprocessing', () => {
  const { sample } = ReprocessingUpsertedV1;
  const REPROCESSINGS = '/finance/reprocessings';

  it('begins for accounts or a connection, is readable immediately, and shows its progress', async () => {
    const asked: unknown[] = [];
    owner = await gateway.playOwner(
      fake(ReprocessTransactions, (payload) => {
        asked.push(payload);
        return {
          ...sample,
          userId,
          version: 1,
          document: { ...sample.document, status: 'PENDING' as const },
        };
      }),
    );
    const started = await send('POST', REPROCESSINGS, { financial_account_ids: ['17'] });
    expect(started).toMatchObject({
      status: 201,
      body: { message: 'Reprocessing started.', data: { id: '9', status: 'PENDING' } },
    });
    await send('POST', REPROCESSINGS, { connection_id: 3 });
    expect(asked).toEqual([
      { connectionId: null, financialAccountIds: [17] },
      { connectionId: 3, financialAccountIds: null },
    ]);
    await gateway.publish(ReprocessingUpsertedV1, 9, { ...sample, userId });
    expect((await gateway.get(`${REPROCESSINGS}/9`, token)).body.data).toMatchObject({
      status: 'RUNNING',
      transactions_total: '1200',
      transactions_done: '500',
      finished_at: null,
    });
    const { body } = await gateway.list(`${REPROCESSINGS}?filter[status]=RUNNING`, token);
    expect(body.data.map(({ id }) => id)).toEqual(['9']);
    const restricted = await gateway.token({ userId, accountIds: [18] });
    expect((await gateway.get(`${REPROCESSINGS}/9`, restricted)).status).toBe(404);
    expect((await gateway.list(REPROCESSINGS, restricted)).body.data).toEqual([]);
  });

  it('of accounts that are already being reprocessed is 409, of unknown ones 422', async () => {
    owner = await gateway.playOwner(
      fake(ReprocessTransactions, ({ connectionId }) => {
        throw connectionId === null
          ? Problem.conflict('Reprocessing 9 is not finished.')
          : Problem.notFound();
      }),
    );
    expect((await send('POST', REPROCESSINGS, { financial_account_ids: [17] })).status).toBe(409);
    const missing = await send('POST', REPROCESSINGS, { connection_id: 99 });
    expect(missing).toMatchObject({ status: 422, body: { errors: { connection_id: [expect.any(String)] } } });
    expect((await send('POST', REPROCESSINGS, { financial_account_ids: [] })).status).toBe(422);
    const reading = await gateway.token({ userId, scopes: ['transactions:read'] });
    expect((await send('POST', REPROCESSINGS, { connection_id: 3 }, reading)).status).toBe(403);
  });
});

describe('a transaction', () => {
  it('is shown by its id, and only to those who were granted its account', async () => {
    const answer = await gateway.get(`${PATH}/1001`, token);
    expect(answer).toMatchObject({ status: 200, body: { data: { id: '1001', financial_account_id: '17' } } });
    const restricted = await gateway.token({ userId, accountIds: [18] });
    const hidden = await gateway.get(`${PATH}/1001`, restricted);
    const missing = await gateway.get(`${PATH}/999999`, token);
    expect([hidden.status, missing.status]).toEqual([404, 404]);
    expect(hidden.body).toEqual(missing.body);
  });

  it('is created by hand, and readable immediately', async () => {
    const asked: unknown[] = [];
    owner = await gateway.playOwner(
      fake(CreateTransactions, ({ items }) => {
        asked.push(...items);
        return bulkOf(2001, changesOf({ upserted: [versionOf(2001, 1, { amount: '-3.50' })] }));
      }),
    );
    const body = {
      financial_account_id: '17',
      amount: '-3.5',
      booking_date: '2026-03-05',
      creditor: { name: 'Market' },
    };
    const made = await send('POST', PATH, body);
    expect(made).toMatchObject({
      status: 201,
      body: { message: 'Transaction created.', data: { id: '2001', amount: '-3.50' } },
    });
    expect(asked).toEqual([
      {
        financialAccountId: 17,
        fields: { amount: '-3.5', booking_date: '2026-03-05', creditor: { name: 'Market' } },
      },
    ]);
    expect((await gateway.get(`${PATH}/2001`, token)).status).toBe(200);
  });

  it.each([
    [{ amount: '-3.5', booking_date: '2026-03-05' }, 'financial_account_id'],
    [{ financial_account_id: 17, booking_date: '2026-03-05' }, 'amount'],
    [{ financial_account_id: 17, amount: -3.5 }, 'amount'],
    [{ financial_account_id: 17, amount: '1e3' }, 'amount'],
    [{ financial_account_id: 17, amount: '1', booking_date: '2026-02-30' }, 'booking_date'],
    [{ financial_account_id: 17, amount: '1', creditor: { name: 7 } }, 'creditor.name'],
    [{ financial_account_id: 99, amount: '1', booking_date: '2026-03-05' }, 'financial_account_id'],
  ])('that is invalid is refused by its field (%j)', async (body, field) => {
    const answer = await send('POST', PATH, body);
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors as object)).toEqual([field]);
  });

  it('is changed field by field, and rules set the other fields', async () => {
    const asked: unknown[] = [];
    owner = await gateway.playOwner(
      fake(UpdateTransactions, ({ items }) => {
        asked.push(...items.map(({ fields }) => fields));
        return bulkOf(
          1001,
          changesOf({ upserted: [versionOf(1001, 2, { amount: '-9.00', edited_fields: ['amount'] })] }),
        );
      }),
    );
    const fields = { amount: '-9.00', additional_information: null, mapped_fields: { payee: null } };
    const changed = await send('PUT', `${PATH}/1001`, fields);
    expect(changed).toMatchObject({
      status: 200,
      body: { data: { id: '1001', amount: '-9.00', edited_fields: ['amount'] } },
    });
    expect(asked).toEqual([fields]);
    const shaped = transactionOf(
      1001,
      { amount: '-9.00', additional_information: 'by a rule' },
      {
        shapedVersion: 2,
        rawVersion: 2,
      },
    );
    await gateway.publish(TransactionShapedV1, 17, shapedOf(userId, 17, [shaped]));
    await eventually(async () => {
      const { body } = await gateway.get(`${PATH}/1001`, token);
      expect(body.data).toMatchObject({ additional_information: 'by a rule' });
    });
  });

  it('is removed, and disappears immediately', async () => {
    owner = await gateway.playOwner(
      fake(DeleteTransactions, () => bulkOf(1002, changesOf({ removed: [{ id: 1002, version: 2 }] }))),
    );
    expect(await send('DELETE', `${PATH}/1002`)).toMatchObject({
      status: 200,
      body: { message: 'Transaction deleted.' },
    });
    expect((await gateway.get(`${PATH}/1002`, token)).status).toBe(404);
  });

  it('requires transactions:write for changes', async () => {
    const reader = await gateway.token({ userId, scopes: ['transactions:read'] });
    for (const [method, path] of [
      ['POST', PATH],
      ['PUT', `${PATH}/1001`],
      ['DELETE', `${PATH}/1001`],
      ['POST', `${REVIEWS}/31/accept`],
    ] as const) {
      expect((await send(method, path, { amount: '1' }, reader)).status).toBe(403);
    }
  });
});

describe('the review list', () => {
  const settlement = (id: number, status: 'OPEN' | 'ACCEPTED' | 'UNDONE', version = 1) => {
    const [sample] = structuredClone(SettlementUpsertedV1.sample.settlements);
    if (!sample) throw new Error('there is a sample');
    return { ...sample, id, version, document: { ...sample.document, status } };
  };

  beforeAll(async () => {
    const settlements = [settlement(31, 'OPEN'), settlement(32, 'ACCEPTED')];
    await gateway.publish(SettlementUpsertedV1, 17, { financialAccountId: 17, userId, settlements });
    await eventually(async () => expect((await gateway.list(REVIEWS, token)).body.data).toHaveLength(2));
  });

  const ids = async (query: string, by = token) =>
    (await gateway.list(`${REVIEWS}?${query}`, by)).body.data.map((row) => (row as { id: string }).id);

  it('is filtered by account, status and transaction, for callers who were granted the account', async () => {
    expect(await ids('')).toEqual(['32', '31']);
    expect(await ids('filter[status]=OPEN')).toEqual(['31']);
    expect(await ids('filter[financial_account_id]=18')).toEqual([]);
    expect(await ids('filter[transaction_id]=1001&sort=id')).toEqual(['31', '32']);
    const restricted = await gateway.token({ userId, accountIds: [18] });
    expect(await ids('', restricted)).toEqual([]);
    expect((await gateway.get(`${REVIEWS}/31`, restricted)).status).toBe(404);
  });

  it('hides provider keys from callers who may not see identifiers', async () => {
    const reader = await gateway.token({ userId, scopes: ['transactions:read'] });
    const { body } = await gateway.get(`${REVIEWS}/31`, reader);
    expect(body.data).toMatchObject({ pending: { provider_key: null }, evidence: { amount: 'exact' } });
  });

  it('lets its owner decide, and shows the decision immediately', async () => {
    owner = await gateway.playOwner(
      fake(DecideSettlement, ({ decision }) =>
        changesOf({
          settlements: [decision === 'accept' ? settlement(31, 'ACCEPTED', 2) : settlement(31, 'UNDONE', 3)],
        }),
      ),
    );
    expect(await send('POST', `${REVIEWS}/31/accept`)).toMatchObject({
      status: 200,
      body: { message: 'Settlement accepted.', data: { id: '31', status: 'ACCEPTED' } },
    });
    expect(await send('POST', `${REVIEWS}/31/undo`)).toMatchObject({
      status: 200,
      body: { message: 'Settlement undone.', data: { status: 'UNDONE' } },
    });
  });

  it('says why a decision is impossible', async () => {
    const callers: Caller[] = [];
    owner = await gateway.playOwner(
      fake(DecideSettlement, (_, caller) => {
        callers.push(caller);
        throw Problem.conflict('Only an open review can be accepted.');
      }),
    );
    expect(await send('POST', `${REVIEWS}/32/accept`)).toMatchObject({
      status: 409,
      body: { message: 'Only an open review can be accepted.' },
    });
    expect(callers).toEqual([ownerOf(userId)]);
  });
});
