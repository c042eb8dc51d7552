import { CreateAccount } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { lockTarget, readTarget } from '../../src/imports/entry-batches';
import { CALLER, IngestionFixture } from '../ingestion.fixture';
import { csvOf, FileImports } from './file-of';

const ROWS = 60_000;
let fixture: IngestionFixture;
let largeAccount: number;
let emptyAccount: number;

const makeAccount = async (): Promise<number> => {
  const account = { name: 'Wallet', currency: 'EUR', category: 'BANK', cashAccountType: null } as const;
  return (await fixture.send(CreateAccount, account, CALLER)).id;
};

/** One account has all rows of the installation, according to PostgreSQL's statistics. */
beforeAll(async () => {
  fixture = await IngestionFixture.start();
  largeAccount = await makeAccount();
  emptyAccount = await makeAccount();
  await new FileImports(fixture).import(csvOf([['2026-01-05', '-4.00', 'Shop']]), largeAccount);
  await fixture.rows(
    `insert into transactions (account_id, identity_key, identity_rank, content_hash, booked, document, raw, day)
     select account_id, 'copy ' || n, identity_rank, content_hash, booked, document, raw, day + n % 900
       from transactions, generate_series(1, ${ROWS}) as n`,
  );
  await fixture.rows('analyze transactions');
});
afterAll(() => fixture.close());

/** Returns the rows of transactions that PostgreSQL reads. */
function rowsReadBy(work: (tx: Tx) => Promise<void>): Promise<number> {
  return fixture.instance.app.get(Database).transaction(async (tx) => {
    await work(tx);
    const [row] = await tx.query<{ read: number }>(
      `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as read
         from pg_stat_xact_user_tables where relname = 'transactions'`,
    );
    return row?.read ?? NaN;
  });
}

describe('beside an account with all rows of the installation', () => {
  it.each([
    ['a preview', readTarget],
    ['an application', lockTarget],
  ])('%s of a file for an empty account does not read them', async (_, read) => {
    const rows = await rowsReadBy(async (tx) => {
      expect(await read(tx, emptyAccount)).toMatchObject({ hasTransactions: false });
      expect(await read(tx, largeAccount)).toMatchObject({ hasTransactions: true });
    });
    expect(rows).toBeLessThan(10);
  });
});
