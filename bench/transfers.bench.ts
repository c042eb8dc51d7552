import {
  AccountUpsertedV1,
  ConnectDestination,
  CreateTransferLinks,
  sampleAccount,
  sampleTransaction,
  SAMPLE_TIME,
  ShapedTransaction,
  TransactionShapedV1,
} from '@tributary/contracts';
import {
  readTransferEngineConfig,
  startTransferEngine,
  TransferEngineConfig,
} from '@tributary/transfer-engine';
import path from 'node:path';
import { measureBatchUpsert } from './batch-upsert';
import { BenchProcess } from './bench-process';
import { inScratch, report, rounded, secondsOf, withPostgres } from './benchmark';
import { OneService } from './one-service';
import { shapedTransaction } from './shaped-transaction';

/**
 * Transfers to a destination that answers immediately: how fast shaped transactions are planned (events to rows), how
 * fast planned transfers are sent (bulk requests, logs and events), and how many requests a thousand of them need.
 *
 * npm run bench -- transfers           20,000 transactions in 20 accounts
 * FULL=1 npm run bench -- transfers    200,000
 */
const TRANSACTIONS = process.env.FULL === '1' ? 200_000 : 20_000;
const ACCOUNTS = 20;
const PER_MESSAGE = 200;
const USER = 1;
/** Of what a plain batch upsert of as many rows writes; requests are the fewest that bulks of 1,000 allow, and a few. */
const LIMITS = {
  sent_vs_batch_upsert: { min: 0.05 },
  planned_vs_batch_upsert: { min: 0.08 },
  requests_per_1000: { max: 1.5 },
};

type Engine = OneService<TransferEngineConfig>;

/** The requests and rows of the budget, as of its last answer. */
interface Counts {
  requests: number;
  rows: number;
}

async function main(): Promise<void> {
  await inScratch(async (scratch) => {
    const upsert = await measureBatchUpsert(path.join(scratch, 'upsert'));
    const measured = await withPostgres(path.join(scratch, 'postgres'), ({ url }) => measureOn(url));
    report('transfers', {
      ratios: {
        sent_vs_batch_upsert: rounded(measured.sentPerS / upsert, 3),
        planned_vs_batch_upsert: rounded(measured.plannedPerS / upsert, 3),
        requests_per_1000: rounded(measured.requestsPer1000, 3),
      },
      figures: {
        batch_upsert_rows_per_s: Math.round(upsert),
        planned_per_s: Math.round(measured.plannedPerS),
        sent_per_s: Math.round(measured.sentPerS),
      },
      limits: LIMITS,
    });
  });
}

async function measureOn(postgresUrl: string) {
  const budget = BenchProcess.start('transfers/budget-process.js', [String(ACCOUNTS)]);
  const { url } = await budget.next<{ url: string }>();
  const counts: Counts = { requests: 0, rows: 0 };
  budget.onMessage((message) => Object.assign(counts, message));
  const engine = await OneService.on(
    postgresUrl,
    { service: 'transfer-engine', read: readTransferEngineConfig, start: startTransferEngine },
    { BUDGETA_BASE_URL: url, BUDGETA_REQUESTS_PER_HOUR: '1000000' }, // an allowance that no bench uses up
  );
  try {
    return await measure(engine, counts);
  } finally {
    await engine.stop();
    await budget.stop();
  }
}

async function measure(engine: Engine, counts: Counts) {
  await engine.start({ dispatch: { ...engine.config.dispatch, slots: 0 } });
  const linkIds = await link(engine);
  const planned = await secondsOf(async () => {
    await shapeAll(engine, linkIds);
    await engine.untilNone(`select 1 from transfers having count(*) < ${TRANSACTIONS}`);
  });
  await engine.stopInstances();
  const before = counts.requests;
  await engine.start();
  const sent = await secondsOf(() =>
    engine.untilNone(`select 1 from transfers where state = 'PENDING' limit 1`),
  );
  await engine.stopInstances();
  if (counts.rows !== TRANSACTIONS)
    throw new Error(`${counts.rows} rows are at the destination, and ${TRANSACTIONS} should be`);
  return {
    plannedPerS: TRANSACTIONS / planned,
    sentPerS: TRANSACTIONS / sent,
    requestsPer1000: ((counts.requests - before) / TRANSACTIONS) * 1000,
  };
}

/** Accounts, each linked to an account of the budget. @returns the links, by account */
async function link(engine: Engine): Promise<Map<number, number>> {
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
    id: index + 1,
    version: 1,
    userId: USER,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    document: sampleAccount,
  }));
  await engine.publish(AccountUpsertedV1, accounts);
  const { resources } = await engine.send(ConnectDestination, {
    name: 'Bench',
    credentials: { type: 'BUDGETA', accessToken: 'bench' },
  });
  const targets = resources.filter(({ kind }) => kind === 'BUDGET_ACCOUNT');
  const { results } = await engine.send(CreateTransferLinks, {
    mode: 'all_or_none',
    links: targets.map(({ id }, index) => ({
      financial_account_id: index + 1,
      destination_type: 'BUDGETA' as const,
      destination_id: id,
      transfer_start_date: null,
      active: true,
      sync_mode: 'TRANSACTIONS' as const,
      on_booked_change: {},
    })),
  });
  return new Map(
    results.flatMap(({ link }) => (link ? [[link.document.financial_account_id, link.id]] : [])),
  );
}

async function shapeAll(engine: Engine, linkIds: ReadonlyMap<number, number>): Promise<void> {
  const perAccount = TRANSACTIONS / ACCOUNTS;
  for (const [accountId, linkId] of linkIds) {
    for (let from = 0; from < perAccount; from += PER_MESSAGE) {
      const length = Math.min(PER_MESSAGE, perAccount - from);
      const first = (accountId - 1) * perAccount + from + 1;
      const transactions = Array.from({ length }, (_, index) => shaped(first + index, linkId));
      await engine.publish(TransactionShapedV1, [
        { financialAccountId: accountId, userId: USER, cause: 'LINK_ADDED', transactions },
      ]);
    }
  }
}

function shaped(id: number, transferLinkId: number): ShapedTransaction {
  const output = { transferLinkId, document: null, destinationFields: {}, skip: false, hash: `o${id}` };
  return { ...shapedTransaction(id, { ...sampleTransaction, amount: `-${id}.50` }), outputs: [output] };
}

void main();
