import { CreateAccount, ownerOf } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { eventually } from '@tributary/testing';
import { Client } from 'pg';
import { BEGINNING, EntryBatch, nextBatch } from '../../src/imports/entry-batches';
import { stageEntries } from '../../src/imports/import-files.store';
import { ReadEntry } from '../../src/imports/reading/file-reading';
import { IngestionFixture } from '../ingestion.fixture';
import { csvOf, FileImports, Line, shownOf } from './file-of';

let fixture: IngestionFixture;
let user = 200;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
afterAll(() => fixture.close());

const newUser = (): FileImports => new FileImports(fixture, ownerOf((user += 1)));

const makeAccount = async ({ caller }: FileImports): Promise<number> => {
  const account = { name: 'Wallet', currency: 'EUR', category: 'BANK', cashAccountType: null } as const;
  return (await fixture.send(CreateAccount, account, caller)).id;
};

const dayOf = (index: number): string => new Date(Date.UTC(2015, 0, 1 + index)).toISOString().slice(0, 10);

/** Returns this number of entries, fifty a day. */
const linesOf = (count: number): Line[] =>
  Array.from({ length: count }, (_, index) => [
    dayOf(Math.floor(index / 50)),
    `-${(index % 7) + 1}.00`,
    `Shop ${index % 11}`,
  ]);

/** The statements of the service on the tables of imports. */
interface Work {
  statements: number;
  rows: number;
}

type Answered = { readonly rows?: readonly unknown[] } | null | undefined;
type Query = (this: Client, ...given: unknown[]) => unknown;

/** Counts statements on staged entries and links during the work, and the rows that they return. */
async function countWork(work: () => Promise<unknown>): Promise<Work> {
  const counted: Work = { statements: 0, rows: 0 };
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const count = (result: Answered): void => {
    counted.rows += result?.rows?.length ?? 0;
  };
  prototype.query = function counting(this: Client, ...given: unknown[]): unknown {
    const [first] = given;
    const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '');
    if (this === fixture.sql || !/file_import_(entries|transactions)/.test(text))
      return query.apply(this, given);
    counted.statements += 1;
    const then = given.at(-1);
    if (typeof then === 'function') {
      given[given.length - 1] = function answered(this: unknown, ...results: unknown[]): unknown {
        count(results[1] as Answered);
        return (then as Query).apply(this as Client, results);
      };
      return query.apply(this, given);
    }
    return (query.apply(this, given) as Promise<Answered>).then((result) => {
      count(result);
      return result;
    });
  };
  try {
    await work();
  } finally {
    prototype.query = query;
  }
  return counted;
}

/** Parts of an import, each with its expected preconditions. */
const PARTS = {
  'preview of an empty account': (imports, text, account) =>
    Promise.resolve(() => imports.preview(text, 'bank.csv', account)),
  application: async (imports, text, account) => {
    const { id } = await imports.preview(text, 'bank.csv', account);
    return () => imports.apply(id);
  },
  'preview of known entries': async (imports, text, account) => {
    await imports.import(text, account);
    return () => imports.preview(text, 'bank.csv', account);
  },
  undo: async (imports, text, account) => {
    const { id } = await imports.import(text, account);
    return () => imports.undo(id);
  },
} satisfies Record<
  string,
  (imports: FileImports, text: string, account: number) => Promise<() => Promise<unknown>>
>;

describe('the work for an entry', () => {
  it.each(Object.entries(PARTS))('does not grow with the import: %s', async (_, prepare) => {
    const perEntry = async (entries: number): Promise<Work> => {
      const imports = newUser();
      const work = await prepare(imports, csvOf(linesOf(entries)), await makeAccount(imports));
      const { statements, rows } = await countWork(work);
      return { statements: statements / entries, rows: rows / entries };
    };
    const small = await perEntry(2_000);
    const large = await perEntry(6_000);
    expect(large.statements).toBeLessThanOrEqual(small.statements * 1.2);
    expect(large.rows).toBeLessThanOrEqual(small.rows * 1.2);
    // Each statement has a thousand entries, and two read them.
    expect(large.statements).toBeLessThan(0.02);
    expect(large.rows).toBeLessThan(2.5);
  });

  it('is that of reading it once: a batch reads its own entries, wherever in the import it is', async () => {
    const readPerEntry = async (entries: number): Promise<number> => {
      const imports = newUser();
      const { id } = await imports.begin('bank.csv', null);
      // PostgreSQL's statistics do not include the import yet.
      await fixture.rows('analyze file_import_entries');
      return fixture.instance.app.get(Database).transaction(async (tx) => {
        const staged = linesOf(entries).map(([day, amount], index): ReadEntry => ({
          kind: 'new',
          account: 0,
          day,
          line: index + 1,
          reason: null,
          bankId: null,
          balance: null,
          entry: JSON.stringify({ bankId: null, document: { amount } }),
        }));
        expect(await stageEntries(tx, { importId: id, reading: 0 }, 0, staged)).toBe(true);
        const read = async (): Promise<number> => {
          const [row] = await tx.query<{ read: number }>(
            `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as read
               from pg_stat_xact_user_tables where relname = 'file_import_entries'`,
          );
          return row?.read ?? NaN;
        };
        const before = await read();
        let found = 0;
        let batch: EntryBatch | null = await nextBatch(tx, id, BEGINNING);
        while (batch) {
          found += batch.entries.length;
          batch = await nextBatch(tx, id, batch.end);
        }
        expect(found).toBe(entries);
        return ((await read()) - before) / entries;
      });
    };
    const small = await readPerEntry(4_000);
    const large = await readPerEntry(16_000);
    expect(small).toBeLessThan(1.5);
    expect(large).toBeLessThan(1.5);
  });
});

describe('a large import', () => {
  it('that waits holds up neither the syncs nor the imports of others', async () => {
    const large = newUser();
    const account = await makeAccount(large);
    const lines = linesOf(3_000);
    const { id } = await large.preview(csvOf(lines), 'large.csv', account);
    const other = newUser();
    const otherAccount = await makeAccount(other);
    await fixture.rows('begin');
    await fixture.rows('select 1 from financial_accounts where id = $1 for update', [account]);
    const applied = large.apply(id);
    try {
      const imported = await other.import(csvOf(linesOf(100)), otherAccount);
      expect(imported.document.transactions_added).toBe(100);
      const { financialAccountIds } = await fixture.connect('BERKA_1');
      await eventually(async () => {
        const synced = await fixture.rows(
          'select 1 from financial_accounts where id = any($1::bigint[]) and transactions_synced_at is not null',
          [financialAccountIds],
        );
        expect(synced).toHaveLength(financialAccountIds.length);
      });
      expect((await large.show(id)).document).toMatchObject({ status: 'APPLYING', entries_done: 0 });
    } finally {
      await fixture.rows('commit');
    }
    expect((await applied).document.transactions_added).toBe(3_000);
    expect(await shownOf(fixture, account)).toHaveLength(3_000);
  });
});
