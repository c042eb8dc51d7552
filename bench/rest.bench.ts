import path from 'node:path';
import { inScratch, report, rounded, say } from './benchmark';
import { bareRoutes, giveRoutes } from './rest/bare-routes';
import { CASES, FIRST_PAGE, lastPage, middlePage, pathOf, RestCase, SEARCHES } from './rest/cases';
import { Load, Measured, measureInTurns, Target } from './rest/load';
import { openQueryModel, QueryModel } from './rest/query-model';
import { MeasuredServer, startBareServer, startGateway } from './rest/servers';

/**
 * `GET /finance/transactions` on a query model of 1,000,000 transactions, one user having 100,000 of them: the
 * gateway as it ships beside a bare `node:http` server on the same Postgres, in turns of the same run.
 *
 *   npm run bench -- rest [transactions]
 *
 * `transactions` is the size of the whole table (10000000 for growth); `BENCH_DATA` keeps the filled database.
 */
const OF_THE_USER = 100_000;
const RATE: Load = { connections: 8, sliceMs: 1000, slices: 4, warmUpSlices: 3 };
/** One request at a time: what a person waits for it. */
const WAIT: Load = { connections: 1, sliceMs: 1000, slices: 2, warmUpSlices: 1 };

const LIMITS = {
  first_page_vs_bare: { min: 0.85 },
  p99_vs_bare: { max: 1.3 },
  last_page_vs_first_page: { max: 3 },
  search_p50_of_limit: { max: 1 },
  search_p99_of_limit: { max: 1 },
} as const;
const SEARCH_P50_MS = 25;
const SEARCH_P99_MS = 150;

async function main(): Promise<void> {
  const transactions = Number(process.argv[2] ?? 1_000_000);
  const kept = process.env.BENCH_DATA;
  const run = (directory: string) => measure(directory, transactions, kept !== undefined);
  await (kept === undefined ? inScratch(run) : run(kept));
}

async function measure(directory: string, transactions: number, keep: boolean): Promise<void> {
  const size = { transactions, ofTheUser: OF_THE_USER };
  const model = await openQueryModel(path.join(directory, `rest-${transactions}`), size, { keep, log: say });
  const servers: MeasuredServer[] = [];
  try {
    const [gateway, bare] = await Promise.all([startGateway(model.url), startBareServer(model.url)]);
    servers.push(gateway, bare);
    await compare(model, gateway, bare, transactions);
  } finally {
    await Promise.all(servers.map((server) => server.process.stop()));
    await model.server.stop();
  }
}

async function compare(
  model: QueryModel,
  gateway: MeasuredServer,
  bare: MeasuredServer,
  transactions: number,
): Promise<void> {
  const last = lastPage(OF_THE_USER);
  await giveRoutes(bare, gateway, model.token, await bareRoutes(model, gateway, [FIRST_PAGE, last]));
  const target = (server: MeasuredServer, { queries }: RestCase, prefix = ''): Target => ({
    url: `${server.url}${prefix}`,
    token: model.token,
    paths: queries.map(pathOf),
  });
  const [firstAgain, lastMeasured, bareLast, plainFirst] = (await measureInTurns(
    [
      target(gateway, FIRST_PAGE),
      target(gateway, last),
      target(bare, last, '/same'),
      target(bare, FIRST_PAGE, '/plain'),
    ],
    RATE,
  )) as [Measured, Measured, Measured, Measured];
  const [first, bareFirst] = (await measureInTurns(
    [target(gateway, FIRST_PAGE), target(bare, FIRST_PAGE, '/same')],
    { ...RATE, slices: 2 * RATE.slices },
  )) as [Measured, Measured];
  const figures: Record<string, Measured> = {
    first_page: first,
    first_page_bare: bareFirst,
    first_page_plain: plainFirst,
    last_page: lastMeasured,
    last_page_bare: bareLast,
  };
  for (const one of [middlePage(OF_THE_USER), ...CASES]) {
    [figures[one.name]] = (await measureInTurns([target(gateway, one)], WAIT)) as [Measured];
  }
  for (const one of SEARCHES) {
    [figures[one.name]] = (await measureInTurns([target(gateway, one)], WAIT)) as [Measured];
  }
  const mixed = { name: 'search_under_load', queries: SEARCHES.flatMap(({ queries }) => queries) };
  [figures.search_under_load] = (await measureInTurns([target(gateway, mixed)], {
    ...RATE,
    slices: 2,
    warmUpSlices: 1,
  })) as [Measured];
  const searches = SEARCHES.map(({ name }) => figures[name] as Measured);
  const ratios = {
    first_page_vs_bare: rounded(first.requestsPerS / bareFirst.requestsPerS, 3),
    first_page_vs_plain: rounded(first.requestsPerS / plainFirst.requestsPerS, 3),
    p99_vs_bare: rounded(first.p99Ms / bareFirst.p99Ms, 3),
    last_page_vs_first_page: rounded(lastMeasured.p50Ms / firstAgain.p50Ms, 3),
    search_p50_of_limit: rounded(Math.max(...searches.map(({ p50Ms }) => p50Ms)) / SEARCH_P50_MS, 3),
    search_p99_of_limit: rounded(Math.max(...searches.map(({ p99Ms }) => p99Ms)) / SEARCH_P99_MS, 3),
  };
  const figuresOfAll = { transactions, of_the_user: OF_THE_USER, table_mb: model.sizeMb, ...figures };
  report('rest', { ratios, figures: figuresOfAll, limits: LIMITS });
}

void main();
