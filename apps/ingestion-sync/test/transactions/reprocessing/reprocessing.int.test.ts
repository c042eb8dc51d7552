import {
  Caller,
  DEFAULT_ACCOUNT_CONFIG,
  EventPayload,
  TransactionUpsertedV1,
  ownerOf,
} from '@tributary/contracts';
import { JobRunner, LeaseLostError } from '@tributary/jobs';
import { ProviderA } from '../../../src/providers/provider-a/provider-a';
import { ProviderTransaction, StoredRow } from '../../../src/providers/provider.port';
import { Providers } from '../../../src/providers/providers';
import { RowRefused } from '../../../src/providers/read-rows';
import { AnsweredAccount } from '../../answered-account';
import { TransactionStore, USER } from '../../transaction-store';
import { deleteTransactions } from '../../../src/transactions/by-hand/delete-transactions';
import { splitTransaction } from '../../../src/transactions/by-hand/split-transaction';
import { updateTransactions } from '../../../src/transactions/by-hand/update-transactions';
import { undoSettlement } from '../../../src/transactions/reviews/undo-settlement';
import { reprocessTransactions } from '../../../src/transactions/reprocessing/reprocessings';
import { ReprocessingJob, ReprocessingJobs } from '../../../src/transactions/reprocessing/reprocessing-jobs';

type Mapping = (transaction: ProviderTransaction) => ProviderTransaction;

/** A connector whose mapping a release has changed. */
class ReleasedProvider extends ProviderA {
  mapping: Mapping = (transaction) => transaction;

  override readStored(row: StoredRow): ProviderTransaction {
    return this.mapping(super.readStored(row));
  }
}

const CALLER: Caller = ownerOf(USER);
const provider = new ReleasedProvider({
  baseUrl: 'http://127.0.0.1:9',
  secretId: 'id',
  secretKey: 'key',
  connections: 1,
  timeoutMs: 1000,
});
const providers = new Providers([provider]);
let store: TransactionStore;
let account: AnsweredAccount;
let runner: JobRunner;
let reprocessing: ReprocessingJobs;

beforeAll(async () => {
  store = await TransactionStore.open();
  runner = new JobRunner(store.database, { idleMs: 5, leaseMs: 60_000, onFailure: () => undefined });
  reprocessing = new ReprocessingJobs(providers, runner);
});
afterAll(async () => {
  await providers.onApplicationShutdown();
  await store.close();
});
beforeEach(async () => {
  provider.mapping = (transaction) => transaction;
  const [id = 0] = await store.openAccounts(1);
  account = new AnsweredAccount(store, id);
  await store.database.execute('delete from outbox');
});

/** The change of the release: the remittance has another text. */
const mended: Mapping = (transaction) => ({
  ...transaction,
  document: { ...transaction.document, remittance_information: { unstructured: 'mended' } },
});

const purchase = (id: string, amount: string) => ({
  bookingDate: '2026-03-02',
  transactionAmount: { amount, currency: 'EUR' },
  creditorName: 'Kahvila',
  internalTransactionId: id,
  // Stored as JSON text in the document: Postgres returns the members in another order.
  remittanceInformationStructuredArray: [{ reference: 'R1', a: 1 }],
});

const ask = (accountIds = [account.id]) =>
  store.database.transaction((tx) =>
    reprocessTransactions(tx, providers, CALLER, { connectionId: null, financialAccountIds: accountIds }),
  );

async function lease() {
  const job = await runner.claim();
  if (!job) throw new Error('no job is open');
  return job as ReprocessingJob;
}

/** Processes the open job, at most `limit` transactions at a time. */
async function workOff(limit = 2): Promise<void> {
  const job = await lease();
  while ((await reprocessing.step(job, limit)) === 'more');
}

interface Progress {
  status: string;
  transactions_total: number;
  transactions_done: number;
  transactions_changed: number;
  transactions_unreadable: number;
}

async function progressOf(id: number): Promise<Progress> {
  const [row] = await store.database.query<Progress>('select * from reprocessings where id = $1', [id]);
  if (!row) throw new Error('the job is gone');
  return row;
}

interface Row {
  id: number;
  version: number;
  state: string;
  identity_key: string;
  remittance: string | null;
}

const rows = () =>
  store.database.query<Row>(
    `select id, version, state, identity_key, document->'remittance_information'->>'unstructured' as remittance
       from transactions where account_id = $1 order by id`,
    [account.id],
  );

async function publishedOf(): Promise<EventPayload<typeof TransactionUpsertedV1>['transactions']> {
  const messages = await store.database.query<{ value: string }>(
    'select value from outbox where topic = $1 order by id',
    [TransactionUpsertedV1.topic],
  );
  return messages.flatMap(({ value }) => (JSON.parse(value) as Message).payload.transactions);
}

interface Message {
  readonly payload: EventPayload<typeof TransactionUpsertedV1>;
}

const three = [purchase('a', '-1.00'), purchase('b', '-2.00'), purchase('c', '-3.00')];

describe('stored rows that are mapped again', () => {
  it('change where the mapping did, keep ids and keys, and are published once', async () => {
    await account.save({ booked: three });
    const before = await rows();
    provider.mapping = mended;
    const { id: reprocessingId, document } = await ask();
    expect(document).toMatchObject({ status: 'PENDING', transactions_total: 3 });
    await workOff();
    const after = await rows();
    expect(after).toEqual(before.map((row) => ({ ...row, version: 2, remittance: 'mended' })));
    expect((await publishedOf()).map(({ id, version }) => [id, version])).toEqual(
      after.map(({ id }) => [id, 2]),
    );
    expect(await progressOf(reprocessingId)).toMatchObject({
      status: 'DONE',
      transactions_total: 3,
      transactions_done: 3,
      transactions_changed: 3,
    });
  });

  it('take parts of what is split along, which keep what the user set on them', async () => {
    await account.save({ booked: [purchase('a', '-3.00')] });
    const { id } = await account.only();
    const mine = { remittance_information: { unstructured: 'mine' } };
    const parts = [{ amount: '-1.00' }, { amount: '-2.00', ...mine }];
    await store.database.transaction((tx) => splitTransaction(tx, CALLER, { transactionId: id, parts }));
    await store.database.execute('delete from outbox');
    provider.mapping = mended;
    await ask();
    await workOff();
    expect((await rows()).map(({ remittance }) => remittance)).toEqual(['mended', 'mended', 'mine']);
    expect(await publishedOf()).toMatchObject([
      { id, document: { amount: '-3.00', split: { status: 'CONFIRMED' } } },
      { document: { amount: '-1.00', split_of: String(id) } },
      { document: { amount: '-2.00', split_of: String(id) } },
    ]);
  });

  it('are published only where they differ', async () => {
    await account.save({ booked: three });
    const before = await rows();
    const { id: reprocessingId } = await ask();
    await workOff();
    expect(await rows()).toEqual(before);
    expect(await publishedOf()).toEqual([]);
    expect(await progressOf(reprocessingId)).toMatchObject({ status: 'DONE', transactions_changed: 0 });
  });

  it('are recognized by the next sync, which publishes no change', async () => {
    await account.save({ booked: three });
    // Stores the row like an earlier release, which did not know the field.
    await store.database.execute(
      `update transactions set document = document - 'creditor' - 'external_identifiers', content_hash = 'earlier'
        where account_id = $1`,
      [account.id],
    );
    await ask();
    await workOff();
    expect(await publishedOf()).toHaveLength(3);
    expect(await account.save({ booked: three })).toEqual([]);
  });

  it('stay unchanged if the current mapping cannot read them, and are counted', async () => {
    await account.save({ booked: three });
    const before = await rows();
    provider.mapping = (transaction) => {
      if (transaction.strongId === 'b') throw new RowRefused('no longer readable');
      return { ...transaction, booked: transaction.strongId !== 'c' };
    };
    const { id: reprocessingId } = await ask();
    await workOff();
    expect(await rows()).toEqual(before);
    expect(await progressOf(reprocessingId)).toMatchObject({
      status: 'DONE',
      transactions_done: 3,
      transactions_unreadable: 2,
    });
  });

  it('keep their enrichment', async () => {
    await account.save({ booked: three });
    await store.database.execute(
      `update transactions set document = document || '{"enriched": {"category": "COFFEE"}}' where account_id = $1`,
      [account.id],
    );
    await ask();
    await workOff();
    expect(await publishedOf()).toEqual([]);
    provider.mapping = mended;
    await ask();
    await workOff();
    expect((await publishedOf()).map(({ document }) => document.enriched)).toEqual(
      three.map(() => ({ category: 'COFFEE' })),
    );
  });
});

describe('a user’s decisions', () => {
  it('stay: edits are kept, deleted transactions stay deleted and are not published', async () => {
    await account.save({ booked: three });
    const [edited, deleted] = await rows();
    await store.database.transaction(async (tx) => {
      const fields = { amount: '-9.00', mapped_fields: { payee: 'Corner café' } };
      await updateTransactions(tx, CALLER, [{ transactionId: edited?.id ?? 0, fields }]);
      await deleteTransactions(tx, CALLER, [deleted?.id ?? 0]);
    });
    await store.database.execute('delete from outbox');
    provider.mapping = mended;
    await ask();
    await workOff();
    expect((await publishedOf()).map(({ id }) => id)).not.toContain(deleted?.id);
    expect(await account.shown()).toMatchObject([
      { id: edited?.id, version: 3, amount: '-9.00', payee: 'Corner café' },
      { amount: '-3.00' },
    ]);
    expect((await rows()).map(({ state, remittance }) => [state, remittance])).toEqual([
      ['LIVE', 'mended'],
      ['DELETED', 'mended'],
      ['LIVE', 'mended'],
    ]);
  });

  it('stay: a settlement is still one transaction, and can be undone', async () => {
    const hold = {
      valueDate: '2026-03-10',
      transactionAmount: { amount: '-50.00', currency: 'EUR' },
      creditorName: 'Ristorante Roma',
    };
    await account.save({ pending: [hold] });
    await account.save({ booked: [{ ...hold, bookingDate: '2026-03-11' }], pending: [] });
    const { id } = await account.only();
    provider.mapping = mended;
    await ask();
    await workOff();
    expect(await account.only()).toMatchObject({ id, booked: true });
    expect(await account.statuses()).toEqual(['MERGED']);
    const [settlement] = await account.settlements();
    await store.database.transaction((tx) =>
      undoSettlement(tx, CALLER, { settlementId: settlement?.id ?? 0 }),
    );
    expect(await account.amounts()).toEqual(['(-50.00)', '-50.00']);
  });
});

describe('an interrupted reprocessing', () => {
  it('continues from its cursor on another instance, and the first one can no longer write', async () => {
    await account.save({ booked: three });
    provider.mapping = mended;
    const { id: reprocessingId } = await ask();
    const first = await lease();
    expect(await reprocessing.step(first, 2)).toBe('more');
    expect(await progressOf(reprocessingId)).toMatchObject({ status: 'RUNNING', transactions_done: 2 });
    expect(await runner.claim()).toBeNull();
    await store.database.execute(`update jobs set lease_until = now() - interval '1 second'`);
    const second = await lease();
    await expect(reprocessing.step(first, 2)).rejects.toThrow(LeaseLostError);
    while ((await reprocessing.step(second, 2)) === 'more');
    expect((await rows()).map(({ version }) => version)).toEqual([2, 2, 2]);
    expect(await publishedOf()).toHaveLength(3);
    expect(await progressOf(reprocessingId)).toMatchObject({ status: 'DONE', transactions_done: 3 });
  });

  it('neither writes, publishes nor counts a page that fails', async () => {
    await account.save({ booked: three });
    const { id: reprocessingId } = await ask();
    provider.mapping = (transaction) => {
      if (transaction.strongId === 'b') throw new Error('killed');
      return mended(transaction);
    };
    const job = await lease();
    await expect(reprocessing.step(job, 3)).rejects.toThrow('killed');
    expect((await rows()).map(({ version }) => version)).toEqual([1, 1, 1]);
    expect(await publishedOf()).toEqual([]);
    expect(await progressOf(reprocessingId)).toMatchObject({ transactions_done: 0 });
    provider.mapping = mended;
    while ((await reprocessing.step(job, 3)) === 'more');
    expect((await rows()).map(({ version }) => version)).toEqual([2, 2, 2]);
  });

  it('skips an account that was deleted meanwhile', async () => {
    const [other = 0] = await store.openAccounts(1, DEFAULT_ACCOUNT_CONFIG);
    await account.save({ booked: three });
    const { id: reprocessingId } = await ask([account.id, other].sort((a, b) => a - b));
    await store.database.execute('delete from financial_accounts where id = $1', [account.id]);
    await workOff();
    expect(await progressOf(reprocessingId)).toMatchObject({ status: 'DONE', transactions_done: 0 });
  });
});

describe('requesting a reprocessing', () => {
  it('is refused while the account is being reprocessed, and for another user’s account', async () => {
    await ask();
    await expect(ask()).rejects.toMatchObject({ detail: { kind: 'conflict' } });
    await workOff();
    const stranger: Caller = ownerOf(USER + 1);
    const asked = store.database.transaction((tx) =>
      reprocessTransactions(tx, providers, stranger, {
        connectionId: null,
        financialAccountIds: [account.id],
      }),
    );
    await expect(asked).rejects.toMatchObject({ detail: { kind: 'invalid' } });
  });
});
