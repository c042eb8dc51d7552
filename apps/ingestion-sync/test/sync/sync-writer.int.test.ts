import { ROOT_CONTEXT } from '@opentelemetry/api';
import { DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { LeaseLostError } from '@tributary/jobs';
import { systemClock } from '@tributary/messaging';
import { SecretBox } from '@tributary/secrets';
import { fromProvider } from '../../src/providers/provider-a/transaction-fields';
import { IngestionFixture } from '../ingestion.fixture';
import { toRows } from '../../src/transactions/transaction-rows';
import { ClaimedAccount, claimAccounts } from '../../src/sync/due/claim-accounts';
import { SyncWriter } from '../../src/sync/writing/sync-writer';
import { UnsavedReadings } from '../../src/sync/unsaved-readings';

let fixture: IngestionFixture;
let writer: SyncWriter;
let accounts: ClaimedAccount[];

beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
beforeEach(async () => {
  await fixture.nextUser();
  await fixture.connect('BERKA_3', { sync_auto: false });
  // A provider that the service does not have, so that its loop does not sync the accounts.
  await fixture.rows(`update financial_accounts set provider = 'PROVIDER_B', next_sync_at = now()`);
  const providers = ['PROVIDER_B' as const];
  const options = { leaseMs: 60_000, lostPauseMs: 60_000, providers, exceptUsers: [], limit: 10 };
  accounts = await claimAccounts(fixture.database, options, Date.now);
  const box = new SecretBox(Buffer.alloc(32, 1).toString('base64'));
  const failures = { leaseMs: 60_000, amountTolerance: 0.25, onFailure: () => undefined };
  writer = new SyncWriter(fixture.database, box, failures, systemClock);
});
// The test claimed the accounts, and not the service.
afterEach(() => fixture.rows('update financial_accounts set lease_until = null'));
afterAll(() => fixture.close());

/** The database transactions that wrote the rows, which a view does not show. */
const WRITTEN = 'ingestion_sync.transactions t join financial_accounts a on a.id = t.account_id';

function readingOf(account: ClaimedAccount, isStorable: boolean, count = 1) {
  const row = fromProvider({ transactionAmount: { amount: '-1.00', currency: 'EUR' } }, true, null);
  const rows = toRows(Array<typeof row>(count).fill(row), DEFAULT_ACCOUNT_CONFIG);
  const unsaved = new UnsavedReadings(account, ROOT_CONTEXT);
  const history = {
    coveredTo: '2026-11-21',
    state: 'LOADING',
    cursor: '2026-08-24',
    endReason: null,
    syncCursor: null,
  } as const;
  unsaved.addWindow(isStorable ? rows : rows.map((it) => ({ ...it, rawJson: '{' })), null, [], history, 0);
  return unsaved.drain(null);
}

it('an account that cannot be saved does not delay the others, and its cursor stays', async () => {
  const writes = accounts.map((account, index) => readingOf(account, index !== 1));
  const outcomes = await Promise.allSettled(writes.map((write) => writer.save(write)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  const moved = await fixture.rows<{ id: string }>(
    `select id from financial_accounts where backfill_cursor = '2026-08-24' order by id`,
  );
  expect(moved.map(({ id }) => Number(id)).sort()).toEqual([accounts[0]?.id, accounts[2]?.id].sort());
  expect(await fixture.rows('select 1 from transactions')).toHaveLength(2);
});

it('simultaneous writes of many accounts are one transaction', async () => {
  await Promise.all(accounts.map((account) => writer.save(readingOf(account, true))));
  const transactions = await fixture.rows(`select distinct t.xmin::text from ${WRITTEN}`);
  expect(transactions).toHaveLength(1);
});

it('writes that each fill a transaction do not wait for one another, and all are stored', async () => {
  const count = 1600;
  await Promise.all(accounts.map((account) => writer.save(readingOf(account, true, count))));
  const saved = await fixture.rows<{ rows: string }>(
    `select count(*) as rows from ${WRITTEN} group by t.account_id, t.xmin::text`,
  );
  expect(saved.map(({ rows }) => Number(rows))).toEqual([count, count, count]);
  expect(await fixture.rows(`select distinct t.xmin::text from ${WRITTEN}`)).toHaveLength(3);
});

it('a write for an account that another instance took over saves none of it, and all of the others', async () => {
  const taken = accounts[0]?.id;
  await fixture.rows('update financial_accounts set fence = fence + 1 where id = $1', [taken]);
  const outcomes = await Promise.allSettled(accounts.map((account) => writer.save(readingOf(account, true))));
  expect(outcomes[0]).toEqual({ status: 'rejected', reason: expect.any(LeaseLostError) as LeaseLostError });
  expect(outcomes.slice(1).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  expect(await fixture.rows('select 1 from transactions where account_id = $1', [taken])).toEqual([]);
  expect(await fixture.rows('select 1 from transactions')).toHaveLength(2);
});
