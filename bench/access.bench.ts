import path from 'node:path';
import { Client } from 'pg';
import { measureTokenChecks } from './access/token-checks';
import { inScratch, Limit, report, rounded, say } from './benchmark';
import { FIRST_PAGE, pathOf } from './rest/cases';
import { Load, Measured, measureInTurns } from './rest/load';
import { openQueryModel, QueryModel } from './rest/query-model';
import { startGateway } from './rest/servers';

/**
 * The cost of access: a token's check at p50, from the database (cold) and from the cache (warm), as a share of a list
 * request of 25 transactions; and whether the time of a 404 reveals that another user has the resource, one request at
 * a time, in turns.
 *
 * npm run bench -- access
 */
const SIZE = { transactions: 100_000, ofTheUser: 10_000 };
const IDS = 200;
/** One request at a time: what a person waits for it, and what an observer could measure. */
const WAIT: Load = { connections: 1, sliceMs: 500, slices: 16, warmUpSlices: 6 };

const LIMITS: Readonly<Record<string, Limit>> = {
  warm_check_of_list: { max: 0.01 },
  cold_check_of_list: { max: 0.25 },
  foreign_vs_missing_transaction: { min: 0.9, max: 1.1 },
  foreign_vs_missing_account: { min: 0.9, max: 1.1 },
};

async function main(): Promise<void> {
  await inScratch(measure);
}

async function measure(scratch: string): Promise<void> {
  const model = await openQueryModel(path.join(scratch, 'access'), SIZE, { keep: false, log: say });
  try {
    const checks = await measureTokenChecks(model.url, model.userId);
    const { list, transactions, accounts } = await measureRequests(model);
    const listUs = list.p50Ms * 1000;
    const ratios = {
      warm_check_of_list: rounded(checks.warmUs / listUs, 4),
      cold_check_of_list: rounded(checks.coldUs / listUs, 4),
      foreign_vs_missing_transaction: rounded(transactions.foreign.p50Ms / transactions.missing.p50Ms, 4),
      foreign_vs_missing_account: rounded(accounts.foreign.p50Ms / accounts.missing.p50Ms, 4),
    };
    const figures = {
      warm_check_us: rounded(checks.warmUs, 4),
      cold_check_us: rounded(checks.coldUs, 4),
      list_of_25: list,
      transactions,
      accounts,
    };
    report('access', { ratios, figures, limits: LIMITS });
  } finally {
    await model.server.stop();
  }
}

interface Compared {
  readonly foreign: Measured;
  readonly missing: Measured;
}

async function measureRequests(
  model: QueryModel,
): Promise<{ list: Measured; transactions: Compared; accounts: Compared }> {
  const gateway = await startGateway(model.url);
  try {
    const target = { url: gateway.url, token: model.token };
    const [list] = (await measureInTurns([{ ...target, paths: FIRST_PAGE.queries.map(pathOf) }], WAIT)) as [
      Measured,
    ];
    const compare = async (table: 'transactions' | 'accounts'): Promise<Compared> => {
      const { foreign, missing } = await idsOf(model, table);
      const named = (ids: readonly number[]) => ({
        ...target,
        paths: ids.map((id) => `/finance/${table}/${id}`),
        status: 404,
      });
      const [ofForeign, ofMissing] = (await measureInTurns([named(foreign), named(missing)], WAIT)) as [
        Measured,
        Measured,
      ];
      return { foreign: ofForeign, missing: ofMissing };
    };
    return { list, transactions: await compare('transactions'), accounts: await compare('accounts') };
  } finally {
    await gateway.process.stop();
  }
}

/** Some ids of others' resources, and as many unknown ones, just past the last. */
async function idsOf({ url, userId }: QueryModel, table: 'transactions' | 'accounts') {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string; last: string }>(
      `select id, (select max(id) from ${table}) as last from ${table} where user_id <> $1 order by id limit $2`,
      [userId, IDS],
    );
    const foreign = rows.map(({ id }) => Number(id));
    if (foreign.length === 0) throw new Error(`no other user has any ${table}`);
    return { foreign, missing: foreign.map((_, index) => Number(rows[0]?.last) + 1 + index) };
  } finally {
    await client.end();
  }
}

void main();
