import type { Client } from 'pg';
import { median, secondsOf, withClient, withPostgres } from './benchmark';
import { BerkaRow, codeOf, loadBerkaRows } from './berka-rows';

const ROWS_AT_A_TIME = 1000;

const NOTHING = (): null => null;

/** As wide as a bank's transaction is: 29 columns, 4 indexes. */
const COLUMNS: readonly (readonly [string, (row: BerkaRow, now: Date) => unknown])[] = [
  ['id bigint primary key', ({ id }) => id],
  ['account_id bigint not null', ({ account }) => account],
  ['external_id text not null', ({ id }) => id],
  ['amount numeric not null', ({ amount }) => amount],
  ['currency text not null', () => 'CZK'],
  ['booked boolean not null', () => true],
  ['booking_date date', ({ day }) => day],
  ['value_date date', ({ day }) => day],
  ['creditor_name text', ({ isCredit, counterparty }) => (isCredit ? null : counterparty)],
  ['creditor_iban text', NOTHING],
  ['creditor_bban text', ({ isCredit, other }) => (isCredit ? null : other)],
  ['debtor_name text', ({ isCredit, counterparty }) => (isCredit ? counterparty : null)],
  ['debtor_iban text', NOTHING],
  ['debtor_bban text', ({ isCredit, other }) => (isCredit ? other : null)],
  ['remittance text', ({ notes }) => notes],
  ['additional_information text', NOTHING],
  ['balance_after numeric', ({ balance }) => balance],
  ['bank_transaction_code text', codeOf],
  ['proprietary_code text', ({ purpose }) => purpose],
  ['purpose_code text', NOTHING],
  ['merchant_category_code text', NOTHING],
  ['end_to_end_id text', NOTHING],
  ['entry_reference text', ({ id }) => id],
  ['mandate_id text', NOTHING],
  ['check_id text', NOTHING],
  ['hash text', ({ id }) => `hash-${id}`],
  ['version bigint not null', () => 1],
  ['created_at timestamptz not null', (_row, now) => now],
  ['updated_at timestamptz not null', (_row, now) => now],
];
const NAMES = COLUMNS.map(([column]) => column.split(' ')[0] ?? '');

/**
 * The reference for the whole path: the same rows upserted into one table, in batches of multi-row VALUES, on the same
 * server and settings. Rows per second, the median of three.
 */
export function measureBatchUpsert(dataDir: string): Promise<number> {
  return withPostgres(dataDir, ({ url }) =>
    withClient(url, async (client) => {
      const now = new Date();
      const rows = loadBerkaRows().map((row) => COLUMNS.map(([, valueOf]) => valueOf(row, now)));
      const rates: number[] = [];
      for (let run = 0; run < 3; run += 1) rates.push(await oneRun(client, rows));
      return median(rates);
    }),
  );
}

async function oneRun(client: Client, rows: readonly unknown[][]): Promise<number> {
  await client.query(`drop table if exists t; create table t (${COLUMNS.map(([column]) => column).join(', ')});
    create unique index on t (account_id, external_id);
    create index on t (account_id, booking_date);
    create index on t (booking_date)`);
  const seconds = await secondsOf(async () => {
    for (let start = 0; start < rows.length; start += ROWS_AT_A_TIME) {
      await client.query(upsert(rows.slice(start, start + ROWS_AT_A_TIME)));
    }
  });
  return rows.length / seconds;
}

function upsert(rows: readonly unknown[][]): { text: string; values: unknown[] } {
  const parameters = rows.map(
    (row, index) => `(${row.map((_, column) => `$${index * NAMES.length + column + 1}`).join(',')})`,
  );
  const changes = NAMES.filter((name) => name !== 'id').map((name) => `${name} = excluded.${name}`);
  return {
    text: `insert into t (${NAMES.join(', ')}) values ${parameters.join(',')}
           on conflict (id) do update set ${changes.join(', ')} where excluded.version > t.version`,
    values: rows.flat(),
  };
}
