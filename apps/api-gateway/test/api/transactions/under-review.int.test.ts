import {
  AccountUpsertedV1,
  DecideImportReviews,
  DecideSettlement,
  RawTransaction,
  SettlementUpsertedV1,
  TransactionChanges,
  TransactionShapedV1,
  TransferLinkUpsertedV1,
} from '@tributary/contracts';
import { Consumption } from '@tributary/messaging';
import { fake, GatewayUnderTest } from '../../gateway-under-test';
import { accountOf, linkOf, shapedOf, transactionOf } from '../../samples';

let gateway: GatewayUnderTest;
let userId: number;
let token: string;
let owner: Consumption | null = null;

const PATH = '/finance/transactions';
const IMPORT_ID = 71;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  userId = await gateway.user('doubtful@example.com');
  token = await gateway.token({ userId });
});
afterEach(async () => {
  await owner?.stop();
  owner = null;
});
afterAll(() => gateway.close());

/** Each test has an account of its own: with a row that counts, and a later one that may be it. */
let accountId = 100;
let [first, later, reviewId] = [0, 0, 0];
beforeEach(async () => {
  accountId += 1;
  [first, later, reviewId] = [accountId * 10, accountId * 10 + 1, accountId * 10];
  await gateway.publish(AccountUpsertedV1, accountId, accountOf(userId, accountId));
  const doubtful = transactionOf(later, { amount: '-9.90', under_review: true });
  await publish(transactionOf(first, { amount: '-9.90' }), doubtful);
  await review('OPEN', 1);
});

const publish = (...transactions: ReturnType<typeof transactionOf>[]) =>
  gateway.publish(TransactionShapedV1, accountId, shapedOf(userId, accountId, transactions));

function settlement(status: 'OPEN' | 'DISMISSED', version: number) {
  const [sample] = SettlementUpsertedV1.sample.settlements;
  if (!sample) throw new Error('the sample has a settlement');
  const side = (id: number) => ({ ...sample.document.booked, transaction_id: id, amount: '-9.90' });
  const document = {
    ...sample.document,
    status,
    transaction_id: null,
    pending: side(later),
    booked: side(first),
    origin: 'MATCHED_DUPLICATE' as const,
    file_import_id: IMPORT_ID,
  };
  return { ...sample, id: reviewId, version, document };
}

const review = (status: 'OPEN' | 'DISMISSED', version: number) =>
  gateway.publish(SettlementUpsertedV1, accountId, {
    financialAccountId: accountId,
    userId,
    settlements: [settlement(status, version)],
  });

const send = (path: string, body?: unknown) =>
  gateway.request(`/api/v1${path}`, { method: 'POST', body, token });
const ids = async (query: string) =>
  (
    await gateway.list(`${PATH}?sort=id&filter[financial_account_id]=${accountId}&${query}`, token)
  ).body.data.map(({ id }) => Number(id));
const reviewCount = async () =>
  fieldOf((await gateway.get(`/finance/accounts/${accountId}`, token)).body.data, 'review_count');
const fieldOf = (data: unknown, name: string): unknown => (data as Readonly<Record<string, unknown>>)[name];

/** What the owner answers once it is decided that there are two. */
function decidedTwo(): TransactionChanges {
  const { under_review: _, ...document } = transactionOf(later, { amount: '-9.90', under_review: true }).raw;
  const { createdAt, updatedAt } = transactionOf(later);
  const decided: RawTransaction = { id: later, version: 2, createdAt, updatedAt, document };
  return {
    financialAccountId: accountId,
    userId,
    upserted: [decided],
    removed: [],
    settlements: [settlement('DISMISSED', 2)],
  };
}

describe('a transaction under review', () => {
  it('is in lists and by its id, marked, and found by the filter', async () => {
    expect(await ids('')).toEqual([first, later]);
    expect(await ids('filter[under_review]=true')).toEqual([later]);
    expect(await ids('filter[under_review]=false')).toEqual([first]);
    expect(await ids('filter[under_review]=true,false')).toEqual([first, later]);
    expect((await gateway.get(`${PATH}/${later}`, token)).body.data).toMatchObject({ under_review: true });
    expect((await gateway.get(`${PATH}/${first}`, token)).body.data).not.toHaveProperty('under_review');
  });

  it('is in an export, with a column of its own', async () => {
    const path = `${PATH}/export?sort=id&filter[financial_account_id]=${accountId}`;
    const response = await fetch(`${gateway.url}/api/v1${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [header = '', ...lines] = (await response.text()).trimEnd().split('\r\n');
    const column = header.split(',').indexOf('under_review');
    expect(lines.map((line) => line.split(',')[column])).toEqual(['', 'true']);
  });

  it('is counted on its account and on the links that would carry it', async () => {
    const link = linkOf(userId, accountId, accountId);
    const [balances, later] = [2000 + accountId, 3000 + accountId].map((id) => linkOf(userId, id, accountId));
    if (!balances || !later) throw new Error('there are two more links');
    balances.document.sync_mode = 'BALANCE';
    later.document.transfer_start_date = '2030-01-01';
    for (const one of [link, balances, later]) await gateway.publish(TransferLinkUpsertedV1, accountId, one);
    expect(await reviewCount()).toBe('1');
    const waiting = async (id: number) =>
      fieldOf((await gateway.get(`/transfer-links/${id}`, token)).body.data, 'transactions_under_review');
    expect([await waiting(link.id), await waiting(balances.id), await waiting(later.id)]).toEqual([
      '1',
      '0',
      '0',
    ]);
    const listed = await gateway.list(`/transfer-links?filter[id]=${link.id}`, token);
    expect(listed.body.data).toMatchObject([{ transactions_under_review: '1' }]);
  });

  it('is shown in its review, with both sides, the origin and the import', async () => {
    const [shown, ...others] = (
      await gateway.list(
        `/finance/settlement-reviews?filter[status]=OPEN&filter[file_import_id]=${IMPORT_ID}` +
          `&filter[origin]=MATCHED_DUPLICATE&filter[financial_account_id]=${accountId}`,
        token,
      )
    ).body.data;
    expect(others).toEqual([]);
    expect(shown).toMatchObject({
      origin: 'MATCHED_DUPLICATE',
      file_import_id: String(IMPORT_ID),
      pending: { transaction_id: String(later) },
      booked: { transaction_id: String(first) },
    });
    const ofOthers = `/finance/settlement-reviews?filter[file_import_id]=${IMPORT_ID + 1}`;
    expect((await gateway.list(ofOthers, token)).body.data).toEqual([]);
  });

  it('counts at once when it is decided that there are two', async () => {
    owner = await gateway.playOwner(fake(DecideSettlement, () => decidedTwo()));
    const response = await send(`/finance/settlement-reviews/${reviewId}/dismiss`);
    expect(response.body).toMatchObject({ data: { status: 'DISMISSED' } });
    expect(await ids('filter[under_review]=true')).toEqual([]);
    expect(await reviewCount()).toBe('0');
  });
});

describe('deciding all reviews of an import', () => {
  it('goes on where a command left off, adds up, and shows the result at once', async () => {
    const asked: unknown[] = [];
    owner = await gateway.playOwner(
      fake(DecideImportReviews, (payload) => {
        asked.push(payload);
        return asked.length === 1
          ? { decided: 199, refused: 1, remaining: 1, last: 500, changes: [] }
          : { decided: 1, refused: 0, remaining: 0, last: 501, changes: [decidedTwo()] };
      }),
    );
    const response = await send(`/finance/imports/${IMPORT_ID}/reviews`, { decision: 'two' });
    expect([response.status, response.body]).toEqual([
      200,
      { message: 'Reviews decided.', data: { decided: '200', refused: '1', remaining: '0' } },
    ]);
    expect(asked).toEqual([
      { importId: IMPORT_ID, decision: 'two', after: 0 },
      { importId: IMPORT_ID, decision: 'two', after: 500 },
    ]);
    expect(await ids('filter[under_review]=true')).toEqual([]);
  });

  it('stops after ten commands, and says what is left', async () => {
    let count = 0;
    owner = await gateway.playOwner(
      fake(DecideImportReviews, () => {
        count += 1;
        return { decided: 200, refused: 0, remaining: 7, last: count, changes: [] };
      }),
    );
    const response = await send(`/finance/imports/${IMPORT_ID}/reviews`, { decision: 'one' });
    expect(response.body).toMatchObject({ data: { decided: '2000', remaining: '7' } });
    expect(count).toBe(10);
  });

  it('takes no other decision', async () => {
    const response = await send(`/finance/imports/${IMPORT_ID}/reviews`, { decision: 'three' });
    expect(response.status).toBe(422);
  });
});
