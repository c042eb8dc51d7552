import {
  AccountUpsertedV1,
  Caller,
  ConnectDestination,
  CreateTransferLinks,
  sampleAccount,
  sampleTransaction,
  SAMPLE_TIME,
  TransactionShapedV1,
  ownerOf,
} from '@tributary/contracts';
import { CommandClient, InProcessBroker, InProcessEngine } from '@tributary/messaging';
import { provisionSchemas } from '@tributary/persistence';
import { createPino, RunningService, ServiceLogger } from '@tributary/service';
import { startTransferEngine, TransferEngineConfig } from '@tributary/transfer-engine';
import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { measureBatchUpsert } from './batch-upsert';
import { brokerFor } from './bench-broker';
import { Findings, inScratch, report, rounded, secondsOf, withPostgres } from './benchmark';
import { BudgetServer, startBudgetServer } from './transfers/budget-server';
import { transferEngineConfig } from './transfers/config';

/**
 * Transfers to a destination that answers immediately: how fast shaped transactions are planned (events to rows), how
 * fast planned transfers are sent (bulk requests, logs and events), and how many requests a thousand of them need.
 *
 * npm run bench -- transfers           20,000 transactions in 20 accounts FULL=1 npm run bench -- transfers    200,000
 */
const TRANSACTIONS = process.env.FULL === '1' ? 200_000 : 20_000;
const ACCOUNTS = 20;
const PER_MESSAGE = 200;
const USER: Caller = ownerOf(1);
/** Of what a plain batch upsert of as many rows writes; requests are the fewest that bulks of 1,000 allow, and a few. */
const LIMITS = {
  sent_vs_batch_upsert: { min: 0.05 },
  planned_vs_batch_upsert: { min: 0.08 },
  requests_per_1000: { max: 1.5 },
};

async function main(): Promise<void> {
  await inScratch(async (scratch) => {
    const upsert = await measureBatchUpsert(path.join(scratch, 'upsert'));
    const measured = await withPostgres(path.join(scratch, 'postgres'), ({ url }) => measureOn(url));
    report('transfers', findings(upsert, measured));
  });
}

async function measureOn(postgresUrl: string): Promise<Measured> {
  const budgets = await startBudgetServer(ACCOUNTS);
  const observer = new Client({ connectionString: postgresUrl });
  try {
    await observer.connect();
    const urls = await provisionSchemas(postgresUrl, [{ schema: 'transfer_engine', password: 'bench' }]);
    const key = randomBytes(32).toString('base64');
    const config = transferEngineConfig(urls.get('transfer_engine') ?? '', budgets.url, key);
    return await measure(config, observer, budgets);
  } finally {
    await observer.end();
    await budgets.stop();
  }
}

interface Measured {
  readonly plannedPerS: number;
  readonly sentPerS: number;
  readonly requestsPer1000: number;
}

async function measure(
  config: TransferEngineConfig,
  observer: Client,
  budgets: BudgetServer,
): Promise<Measured> {
  const broker = brokerFor('transfer-engine');
  const engine = new InProcessEngine(broker);
  const planning = await start({ ...config, dispatch: { ...config.dispatch, slots: 0 } }, broker);
  const linkIds = await link(planning, engine);
  const planned = await secondsOf(async () => {
    await shapeAll(engine, linkIds);
    await until(observer, `select count(*) >= ${TRANSACTIONS} as done from transfer_engine.transfers`);
  });
  await planning.stop();
  const before = budgets.counts.requests;
  const sending = await start(config, broker);
  const sent = await secondsOf(() =>
    until(
      observer,
      `select not exists (select 1 from transfer_engine.transfers where state = 'PENDING') as done`,
    ),
  );
  await sending.stop();
  await engine.close();
  if (budgets.counts.rows !== TRANSACTIONS) {
    throw new Error(`${budgets.counts.rows} rows are at the destination, and ${TRANSACTIONS} should be`);
  }
  return {
    plannedPerS: TRANSACTIONS / planned,
    sentPerS: TRANSACTIONS / sent,
    requestsPer1000: ((budgets.counts.requests - before) / TRANSACTIONS) * 1000,
  };
}

function findings(upsert: number, { plannedPerS, sentPerS, requestsPer1000 }: Measured): Findings {
  const ratios = {
    sent_vs_batch_upsert: rounded(sentPerS / upsert, 3),
    planned_vs_batch_upsert: rounded(plannedPerS / upsert, 3),
    requests_per_1000: rounded(requestsPer1000, 3),
  };
  const figures = {
    batch_upsert_rows_per_s: Math.round(upsert),
    planned_per_s: Math.round(plannedPerS),
    sent_per_s: Math.round(sentPerS),
  };
  return { ratios, figures, limits: LIMITS };
}

function start(config: TransferEngineConfig, broker: InProcessBroker): Promise<RunningService> {
  const logger = new ServiceLogger(createPino({ service: 'transfer-engine', level: 'silent' }));
  return startTransferEngine(config, { broker, logger });
}

/** Accounts, each linked to an account of the budget. @returns the links, by account */
async function link(service: RunningService, engine: InProcessEngine): Promise<Map<number, number>> {
  for (let id = 1; id <= ACCOUNTS; id += 1) {
    await publish(engine, AccountUpsertedV1.topic, id, {
      id,
      version: 1,
      userId: USER.userId,
      createdAt: SAMPLE_TIME,
      updatedAt: SAMPLE_TIME,
      document: sampleAccount,
    });
  }
  const commands = service.app.get(CommandClient);
  const options = { caller: USER, key: USER.userId, timeoutMs: 20_000 };
  const { resources } = await commands.send(
    ConnectDestination,
    { name: 'Bench', credentials: { type: 'BUDGETA', accessToken: 'bench' } },
    options,
  );
  const targets = resources.filter(({ kind }) => kind === 'BUDGET_ACCOUNT');
  const { links } = await commands.send(
    CreateTransferLinks,
    {
      links: targets.map(({ id }, index) => ({
        financial_account_id: index + 1,
        destination_type: 'BUDGETA' as const,
        destination_id: id,
        transfer_start_date: null,
        active: true,
        sync_mode: 'TRANSACTIONS' as const,
        on_booked_change: {},
      })),
    },
    options,
  );
  return new Map(links.map(({ id, document }) => [document.financial_account_id, id]));
}

async function shapeAll(engine: InProcessEngine, linkIds: ReadonlyMap<number, number>): Promise<void> {
  const perAccount = TRANSACTIONS / ACCOUNTS;
  for (const [accountId, linkId] of linkIds) {
    for (let from = 0; from < perAccount; from += PER_MESSAGE) {
      const ids = Array.from(
        { length: Math.min(PER_MESSAGE, perAccount - from) },
        (_, index) => (accountId - 1) * perAccount + from + index + 1,
      );
      await publish(engine, TransactionShapedV1.topic, accountId, {
        financialAccountId: accountId,
        userId: USER.userId,
        cause: 'LINK_ADDED',
        transactions: ids.map((id) => shaped(id, linkId)),
      });
    }
  }
}

function shaped(id: number, transferLinkId: number) {
  const output = { transferLinkId, document: null, destinationFields: {}, skip: false, hash: `o${id}` };
  return {
    id,
    shapedVersion: 1,
    rawVersion: 1,
    removed: false,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    raw: { ...sampleTransaction, amount: `-${id}.50` },
    shaped: null,
    hash: `h${id}`,
    outputs: [output],
  };
}

function publish(engine: InProcessEngine, topic: string, key: number, payload: object): Promise<void> {
  const value = JSON.stringify({
    id: randomUUID(),
    type: topic,
    version: 1,
    occurredAt: SAMPLE_TIME,
    payload,
  });
  return engine.publish([{ topic, key: String(key), value, headers: {} }]);
}

async function until(observer: Client, sql: string): Promise<void> {
  for (;;) {
    const { rows } = await observer.query<{ done: boolean }>(sql);
    if (rows[0]?.done) return;
    await pause(20);
  }
}

void main();
