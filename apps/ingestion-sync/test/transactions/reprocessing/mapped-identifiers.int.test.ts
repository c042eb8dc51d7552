import { AccountConfig, authorOf, DEFAULT_ACCOUNT_CONFIG, ownerOf } from '@tributary/contracts';
import { JobRunner } from '@tributary/jobs';
import { workspaceRoot } from '@tributary/testing';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { MappedIdentifiers1764210000011 } from '../../../src/migrations/mapped-identifiers.migration';
import { ReprocessingJobs1764300000001 } from '../../../src/migrations/reprocessing-jobs.migration';
import { ProviderA } from '../../../src/providers/provider-a/provider-a';
import { Providers } from '../../../src/providers/providers';
import { AnsweredAccount } from '../../answered-account';
import { TransactionStore, USER } from '../../transaction-store';
import { updateTransaction } from '../../../src/transactions/by-hand/update-transaction';
import { ReprocessingJob, ReprocessingJobs } from '../../../src/transactions/reprocessing/reprocessing-jobs';

const OWNER = authorOf(ownerOf(USER));
const ROW = {
  bookingDate: '2026-03-02',
  transactionAmount: { amount: '-1.00', currency: 'EUR' },
  debtorName: 'Maija',
  debtorAccount: { iban: 'FI4950009420028730' },
  creditorName: 'Kahvila',
  endToEndId: 'E2E-77',
};

const options = {
  baseUrl: 'http://127.0.0.1:9',
  secretId: 'id',
  secretKey: 'key',
  connections: 1,
  timeoutMs: 1000,
};
const providers = new Providers([new ProviderA(options)]);
let store: TransactionStore;
let runner: JobRunner;
let reprocessing: ReprocessingJobs;

beforeAll(async () => {
  store = await TransactionStore.open();
  runner = new JobRunner(store.database, { idleMs: 5, leaseMs: 60_000, onFailure: () => undefined });
  reprocessing = new ReprocessingJobs(providers, runner);
});
afterAll(async () => {
  await providers.close();
  await store.close();
});

/** An account with one transaction, read as the release before read it: whatever the path is. */
async function readBefore(
  payee: string,
  description = 'remittance_information.unstructured',
): Promise<number> {
  const paths = { payee, description, date: 'booking_date' };
  const authors = { payee: OWNER, description: OWNER };
  const config = { ...DEFAULT_ACCOUNT_CONFIG, map_fields: { ...paths, authors } } as AccountConfig;
  const [id = 0] = await store.openAccounts(1, { ...config, map_fields: paths });
  const account = new AnsweredAccount(store, id);
  account.config = config;
  await account.take({ booked: [{ ...ROW, internalTransactionId: `row of ${id}` }] });
  return id;
}

async function update(): Promise<void> {
  const queries = store.database.dataSource.createQueryRunner();
  await new ReprocessingJobs1764300000001().down(queries);
  await new MappedIdentifiers1764210000011().up(queries);
  await new ReprocessingJobs1764300000001().up(queries);
  await queries.release();
}

async function workOff(): Promise<void> {
  await store.database.execute('update jobs set due_at = now() where finished_at is null');
  for (let job = await claim(); job; job = await claim())
    while ((await reprocessing.step(job, 10)) === 'more');
}

const claim = async () => (await runner.claim()) as ReprocessingJob | null;

async function mappedOf(accountId: number): Promise<{ payee: string; description?: string }> {
  const [row] = await store.database.query<{ mapped: { payee: string; description?: string } }>(
    `select document->'mapped_fields' as mapped from transactions where account_id = $1`,
    [accountId],
  );
  return row?.mapped ?? { payee: 'no transaction' };
}

describe('after the update that keeps authors of mappings', () => {
  it('accounts that were mapped from identifiers are read again, and nothing else', async () => {
    const identifier = await readBefore('debtor.iban');
    const reference = await readBefore('counterparty.name', 'external_identifiers.end_to_end_id');
    const usual = await readBefore('counterparty.name');
    expect(await mappedOf(identifier)).toMatchObject({ payee: 'FI4950009420028730' });
    expect(await mappedOf(reference)).toMatchObject({ payee: 'Kahvila', description: 'E2E-77' });
    await update();
    const queued = await store.database.query<{ account_ids: number[]; transactions_total: number }>(
      'select account_ids, transactions_total from reprocessings order by id',
    );
    expect(queued.map(({ account_ids: ids }) => Number(ids[0]))).toEqual([identifier, reference]);
    expect(queued.map((job) => job.transactions_total)).toEqual([1, 1]);
    await workOff();
    expect(await mappedOf(identifier)).toMatchObject({ payee: 'Kahvila' });
    expect(JSON.stringify(await mappedOf(reference))).not.toContain('E2E-77');
    expect(await mappedOf(usual)).toMatchObject({ payee: 'Kahvila' });
  });

  it('does not begin while instances of the release before may run', async () => {
    await readBefore('debtor.iban');
    await update();
    expect(await claim()).toBeNull();
  });

  it('leaves mappings alone that somebody set who may see identifiers', async () => {
    await store.database.execute('truncate reprocessings, jobs');
    const id = await readBefore('debtor.iban');
    await store.database.execute(
      `update financial_accounts set config = jsonb_set(config, '{map_fields,authors}', $2::jsonb) where id = $1`,
      [id, JSON.stringify({ payee: OWNER })],
    );
    await update();
    await workOff();
    expect(await mappedOf(id)).toMatchObject({ payee: 'FI4950009420028730' });
  });
});

it('the statement of docs/security.md finds amounts that were turned before documents kept who holds the account', async () => {
  const text = readFileSync(path.join(workspaceRoot(), 'docs/security.md'), 'utf8');
  const [statement = ''] = /select id from ingestion_sync\.transactions[^;]+;/.exec(text) ?? [];
  const ids: number[] = [];
  for (const amount of ['1.00', '1.00', '-2.00']) {
    const account = await readBefore('counterparty.name');
    const [row] = await store.database.query<{ id: number }>(
      'select id from transactions where account_id = $1',
      [account],
    );
    const edit = { transactionId: row?.id ?? 0, fields: { amount } };
    await store.database.transaction((tx) => updateTransaction(tx, ownerOf(USER), edit));
    ids.push(edit.transactionId);
  }
  // As the release before left the first of them.
  await store.database.execute(`update transactions set document = document - 'holder' where id = $1`, [
    ids[0],
  ]);
  const found = await store.database.query<{ id: number }>(statement);
  expect(found.map(({ id }) => Number(id))).toEqual([ids[0]]);
});
