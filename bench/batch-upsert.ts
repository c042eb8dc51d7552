import { loadBerkaRows } from './berka-rows';
import { Client } from 'pg';
import { median, secondsOf, withPostgres } from './benchmark';

const ROWS_AT_A_TIME = 1000;

/** As wide as a bank's transaction is: 29 columns, 4 indexes. */
const COLUMNS = [
  'id bigint primary key',
  'account_id bigint not null',
  'external_id text not null',
  'amount numeric not null',
  'currency text not null',
  'booked boolean not null',
  'booking_date date',
  'value_date date',
  'creditor_name text',
  'creditor_iban text',
  'creditor_bban text',
  'debtor_name text',
  'debtor_iban text',
  'debtor_bban text',
  'remittance text',
  'additional_information text',
  'balance_after numeric',
  'bank_transaction_code text',
  'proprietary_code text',
  'purpose_code text',
  'merchant_category_code text',
  'end_to_end_id text',
  'entry_reference text',
  'mandate_id text',
  'check_id text',
  'hash text',
  'version bigint not null',
  'created_at timestamptz not null',
  'updated_at timestamptz not null',
];
const NAMES = COLUMNS.map((column) => column.split(' ')[0] ?? '');

/**
 * The reference for the whole path: the same rows upserted into one table, in batches of multi-row VALUES, on the same
 * server and settings. Rows per second, the median of three.
 */
export function measureBatchUpsert(dataDir: string): Promise<number> {
  return withPostgres(dataDir, async ({ url }) => {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      const rows = await loadBerkaRows();
      const rates: number[] = [];
      for (let run = 0; run < 3; run += 1) rates.push(await oneRun(client, rows));
      return median(rates);
    } finally {
      await client.end();
    }
  });
}

async function oneRun(client: Client, rows: readonly unknown[][]): Promise<number> {
  await client.query(`drop table if exists t; create table t (${COLUMNS.join(', ')});
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
