import { CreateAccount, ownerOf, TransactionUpsertedV1 } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { QueryRunner } from 'typeorm';
import { CanonicalAmounts1764800165100 } from '../../src/migrations/canonical-amounts.migration';
import { IngestionFixture } from '../ingestion.fixture';
import { AnsweredAccount, TODAY } from '../answered-account';
import { TransactionStore } from '../transaction-store';
import { FileImports } from './file-of';
import { Payment } from './file-twin/history';
import { WRITER_NAMES, WRITERS } from './file-twin/writers';

const PAYMENTS: readonly Payment[] = [
  { number: 0, day: 0, postedOn: 0, cents: -895, name: 'Kiosk 7', id: 'B20260000013', balance: 9_105 },
  { number: 1, day: 0, postedOn: 0, cents: -895, name: 'Kiosk 7', id: 'B20260000020', balance: 8_210 },
  { number: 2, day: 3, postedOn: 3, cents: 12_345, name: 'Employer', id: 'B20260000027', balance: 20_555 },
];

/**
 * Rows as the previous release stored them: amounts as in the file, keys and hashes of that text, and nothing of the
 * file itself.
 */
const AS_BEFORE = [
  `update transactions set document = jsonb_set(document, '{amount}', to_jsonb((document->>'amount') || '000')),
          content_hash = 'before ' || id,
          identity_key = case when identity_key like 'c:%' then 'c:before#' || id else identity_key end
    where account_id = $1`,
  `update file_import_transactions f set bank_id = null, balance = null
     from transactions t where t.id = f.transaction_id and t.account_id = $1`,
  `update file_imports set digest = null, accounts = (select jsonb_agg(a - 'ids') from jsonb_array_elements(accounts) a)
    where accounts->0->>'financial_account_id' = $1::text`,
];

const migrate = (query: (sql: string) => Promise<unknown>) =>
  new CanonicalAmounts1764800165100().up({ query } as unknown as QueryRunner);

describe('rows that the release before stored with more zeros', () => {
  let fixture: IngestionFixture;
  let user = 500;
  beforeAll(async () => {
    fixture = await IngestionFixture.start();
  });
  afterAll(() => fixture.close());

  it.each(WRITER_NAMES.flatMap((name) => [true, false].map((evidence) => [name, evidence] as const)))(
    'are known to the same file, and to the next one: %s, with ids and balances: %s',
    async (name, evidence) => {
      const imports = new FileImports(fixture, ownerOf((user += 1)));
      const account = await fixture.send(
        CreateAccount,
        { name: 'Giro', currency: 'EUR', category: 'BANK', cashAccountType: null },
        imports.caller,
      );
      const wishes = { ids: evidence && name !== 'QIF', balances: evidence };
      const file = WRITERS[name](PAYMENTS, wishes);
      await imports.import(file.text, account.id, file.name);
      for (const sql of AS_BEFORE) await fixture.rows(sql, [account.id]);
      await migrate((sql) => fixture.instance.app.get(Database).query(sql));
      await fixture.settled();
      const before = fixture.events(TransactionUpsertedV1).length;
      const { document } = await imports.import(file.text, account.id, file.name);
      expect(document).toMatchObject({
        entries_new: 0,
        entries_doubtful: 0,
        entries_known: 3,
        transactions_added: 0,
      });
      const later = {
        number: 3,
        day: 5,
        postedOn: 5,
        cents: -100,
        name: 'Canteen',
        id: 'B20260000034',
        balance: 20_455,
      };
      const next = WRITERS[name]([...PAYMENTS, later], wishes);
      const added = await imports.import(next.text, account.id, next.name);
      expect(added.document).toMatchObject({ entries_new: 1, entries_doubtful: 0, entries_known: 3 });
      const rows = await fixture.rows(
        `select document->>'amount' as amount, version from transactions where account_id = $1 order by id`,
        [account.id],
      );
      expect(rows).toEqual(['-8.95', '-8.95', '123.45', '-1.00'].map((amount) => ({ amount, version: 1 })));
      await fixture.settled();
      const published = fixture.events(TransactionUpsertedV1).slice(before);
      expect(published.flatMap(({ transactions }) => transactions)).toHaveLength(1);
    },
  );
});

it('rows that the release before stored with more zeros are listed by a sync: nothing is published', async () => {
  const store = await TransactionStore.open();
  try {
    const [id = 0] = await store.openAccounts(1);
    const account = new AnsweredAccount(store, id);
    const booked = ['-8.95000', '-8.95000', '123.4500'].map((amount, index) => ({
      bookingDate: `2026-03-1${index}`,
      transactionAmount: { amount, currency: 'EUR' },
      creditorName: 'Kiosk 7',
    }));
    expect(await account.save({ booked })).not.toEqual([]);
    await store.database.execute(AS_BEFORE[0] ?? '', [id]);
    await migrate((sql) => store.database.query(sql));
    expect(await account.save({ booked, today: TODAY })).toEqual([]);
    expect(await account.shown()).toMatchObject([
      { amount: '-8.95', version: 1 },
      { amount: '-8.95', version: 1 },
      { amount: '123.45', version: 1 },
    ]);
  } finally {
    await store.close();
  }
});
