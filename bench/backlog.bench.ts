import { MESSAGING_MIGRATIONS, OutboxRelay, PostgresOutboxStore } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inScratch, report, rounded, secondsOf, withPostgres } from './benchmark';

/**
 * Fault 16: how fast the relay empties an outbox with a million messages (after a long outage of the bus), compared
 * with its rate for a nearly empty one. The bus accepts everything immediately, so this measures the database's side.
 */
const BACKLOG = Number(process.env.BACKLOG_MESSAGES ?? 1_000_000);
const SMALL = 20_000;
const VALUE_BYTES = 600;
/** Everything is published, at no less than half the rate for few messages. */
const LIMITS = { of_empty: { min: 0.5 }, left: { max: 0 } };
const FILLED_AT_A_TIME = 100_000;

async function main(): Promise<void> {
  await inScratch((scratch) => withPostgres(path.join(scratch, 'postgres'), ({ url }) => measure(url), true));
}

async function measure(url: string): Promise<void> {
  const migrations = MESSAGING_MIGRATIONS;
  const database = await Database.open({ url, schema: 'public', migrations });
  await rateOver(database, SMALL); // the first time warms up
  const emptyRate = await rateOver(database, SMALL);
  const filledS = await fill(database, BACKLOG);
  const { seconds, slowestRate } = await drain(database, BACKLOG);
  const left = await waiting(database);
  const afterwardsRate = await rateOver(database, SMALL);
  await database.close();
  const rate = BACKLOG / seconds;
  const figures = {
    backlog: BACKLOG,
    filled_s: rounded(filledS),
    drained_s: rounded(seconds),
    rows_per_s: Math.round(rate),
    slowest_100k_rows_per_s: Math.round(slowestRate),
    empty_rows_per_s: Math.round(emptyRate),
    afterwards_rows_per_s: Math.round(afterwardsRate),
  };
  const ratios = {
    of_empty: rounded(rate / emptyRate),
    slowest_of_empty: rounded(slowestRate / emptyRate),
    left,
  };
  report('backlog', { ratios, figures, limits: LIMITS });
}

async function rateOver(database: Database, messages: number): Promise<number> {
  await fill(database, messages);
  return messages / (await drain(database, messages)).seconds;
}

function fill(database: Database, messages: number): Promise<number> {
  return secondsOf(async () => {
    for (let filled = 0; filled < messages; filled += FILLED_AT_A_TIME) {
      await database.execute(
        `insert into outbox (topic, key, value, headers)
       select 'transaction.upserted', (nth % 5000)::text, rpad(nth::text, ${VALUE_BYTES}, 'x'), '{}'
         from generate_series(1, $1::integer) nth`,
        [Math.min(FILLED_AT_A_TIME, messages - filled)],
      );
    }
  });
}

/** Until the relay has published and deleted everything. */
async function drain(
  database: Database,
  messages: number,
): Promise<{ seconds: number; slowestRate: number }> {
  const began = performance.now();
  const marks: number[] = [began];
  let published = 0;
  const relay = new OutboxRelay(
    new PostgresOutboxStore(database),
    {
      publishing: { batchSize: 500, inFlightMax: 1 }, // as on Kafka
      publish: async (batch) => {
        published += batch.length;
        if (published >= marks.length * FILLED_AT_A_TIME) marks.push(performance.now());
      },
    },
    { pollMs: 5 },
  );
  relay.start();
  while (published < messages) await pause(5);
  await relay.stop();
  const spans = marks.slice(1).map((mark, nth) => mark - (marks[nth] ?? mark));
  const slowestRate = spans.length === 0 ? 0 : FILLED_AT_A_TIME / (Math.max(...spans) / 1000);
  return { seconds: (performance.now() - began) / 1000, slowestRate };
}

async function waiting(database: Database): Promise<number> {
  return (await database.query<{ count: number }>('select count(*) from outbox'))[0]?.count ?? -1;
}

void main();
