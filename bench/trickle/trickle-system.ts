import { createTributaryClient, dataOf, type TributaryClient } from '@tributary/client';
import { EmbeddedPostgres, startEmbeddedPostgres } from '@tributary/persistence';
import { startKafkaBroker } from '@tributary/testing';
import { build } from 'hdr-histogram-js';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { SandboxControl } from '../../apps/all-in-one/src/demo/sandbox-control';
import { BenchProcess } from '../bench-process';
import { rounded } from '../benchmark';
import { COUNTING, StatementCount, StatementCounter } from '../idle/statements';
import { cpuSecondsOfProcess, cpuSecondsOfTree } from '../sampling/cpu-time';
import { Receivers } from '../webhooks/receivers';

/** The running system, as its process reports it. */
export interface StartedTrickle {
  readonly gatewayUrl: string;
  readonly token: string;
  readonly controlUrl: string;
  readonly accounts: readonly { readonly id: string; readonly bankId: string }[];
  readonly processes: readonly { readonly name: string; readonly pid: number }[];
}

/** What the transactions of a phase cost, each, by process or by service. */
export interface TrickleFindings {
  readonly transactions: number;
  /** Below the phase's rate where the system is full. */
  readonly bookedPerSecond: number;
  /** From the request of the account's sync to the webhook. */
  readonly latencyMs: { readonly p50: number; readonly p99: number; readonly max: number };
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly wakeUps: Readonly<Record<string, number>>;
  readonly statements: Readonly<Record<string, number>>;
  readonly databaseTransactions: Readonly<Record<string, number>>;
  readonly messages: Readonly<Record<string, number>>;
  /** Those that take the most of PostgreSQL's time: milliseconds and calls, for a transaction. */
  readonly costliestStatements: readonly string[];
}

/** How transactions come in. */
export interface Phase {
  readonly perSecond: number;
  readonly forMs: number;
}

const TIMEOUT_MS = 60_000;
const SHOWN = 15;
/** Of our one user: the gateway refuses more. A bank with more to book waits. */
const OPEN_REQUESTS_MAX = 100;

/** A whole system with a bank, a budget and an endpoint, to which transactions come one at a time. */
export class TrickleSystem {
  private number = 0;
  private readonly askedAtMs = new Map<number, number>();

  private constructor(
    private readonly postgres: EmbeddedPostgres,
    private readonly receivers: Receivers,
    private readonly process: BenchProcess,
    private readonly started: StartedTrickle,
    private readonly rest: TributaryClient,
    private readonly stopBroker: () => Promise<void>,
  ) {}

  static async start(directory: string, bus: 'in process' | 'kafka'): Promise<TrickleSystem> {
    mkdirSync(path.join(directory, 'sandbox'), { recursive: true });
    const dataDir = path.join(directory, 'postgres');
    const postgres = await startEmbeddedPostgres({ dataDir, persistent: false, settings: COUNTING });
    const broker =
      bus === 'kafka' ? await startKafkaBroker({ dataDir: path.join(directory, 'kafka') }) : null;
    const receivers = await Receivers.start(1, path.join(directory, 'sandbox'));
    const words = [postgres.url, directory, ...(broker ? [broker.brokers] : [])];
    const environment = { LOG_LEVEL: 'warn', BENCH_RECEIVER: receivers.urls[0] };
    const process = BenchProcess.start('trickle/trickle-process.js', words, environment);
    const started = await process.next<StartedTrickle>();
    const { gatewayUrl, token } = started;
    const rest = createTributaryClient({ baseUrl: `${gatewayUrl}/api/v1`, token, retries: 5 });
    const stopBroker = async (): Promise<void> => broker?.stop();
    const system = new TrickleSystem(postgres, receivers, process, started, rest, stopBroker);
    await system.settled();
    return system;
  }

  async measure(phase: Phase): Promise<TrickleFindings> {
    await this.play({ ...phase, forMs: 3000 }); // warm
    const counter = await StatementCounter.on(this.postgres.url);
    try {
      return await this.counted(phase, counter);
    } finally {
      await counter.stop();
    }
  }

  private async counted(phase: Phase, counter: StatementCounter): Promise<TrickleFindings> {
    await counter.reset();
    const pids = [
      ...this.started.processes.map(({ name, pid }): [string, number] => [name, pid]),
      ['postgres', this.postgres.pid] as const,
    ];
    const before = pids.map(([, pid]) => ({
      cpuS: spentBy(pid, this.postgres.pid),
      wakeUps: wakeUpsOf(pid),
    }));
    const messagesBefore = await counter.messagesByRole();
    const latencies = await this.play(phase);
    await pause(2000); // what follows a delivery: results, logs, the query model
    const each = (value: number): number => rounded(value / latencies.count, 2);
    const spent = pids.map(([name, pid], index) => ({
      name,
      cpuMs: each((spentBy(pid, this.postgres.pid) - (before[index]?.cpuS ?? 0)) * 1000),
      wakeUps: each(wakeUpsOf(pid) - (before[index]?.wakeUps ?? 0)),
    }));
    const counts = await counter.counts();
    const by = (value: (count: StatementCount) => number): Record<string, number> => {
      const sums: Record<string, number> = {};
      for (const count of counts) sums[count.role] = (sums[count.role] ?? 0) + value(count);
      return Object.fromEntries(Object.entries(sums).map(([role, sum]) => [role, each(sum)]));
    };
    return {
      transactions: latencies.count,
      bookedPerSecond: latencies.perSecond,
      latencyMs: { p50: latencies.p50, p99: latencies.p99, max: latencies.max },
      cpuMs: Object.fromEntries(spent.map(({ name, cpuMs }) => [name, cpuMs])),
      wakeUps: Object.fromEntries(spent.map(({ name, wakeUps }) => [name, wakeUps])),
      statements: by(({ calls }) => calls),
      databaseTransactions: by(({ calls, text }) => (/^commit/i.test(text) ? calls : 0)),
      messages: Object.fromEntries(
        Object.entries(await counter.messagesByRole()).map(([role, messages]) => [
          role,
          each(messages - (messagesBefore[role] ?? 0)),
        ]),
      ),
      costliestStatements: [...counts]
        .sort((one, other) => other.ms - one.ms)
        .slice(0, SHOWN)
        .map(({ role, calls, ms, text }) => `${each(ms)} ms in ${each(calls)} ${role}: ${text}`),
    };
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await this.receivers.stop();
    await this.stopBroker();
    await this.postgres.stop();
  }

  /** Books transactions one by one, each at the next account, requests its sync, and waits for all webhooks. */
  private async play({ perSecond, forMs }: Phase) {
    const firstNumber = this.number + 1;
    const began = performance.now();
    const underWay = new Set<Promise<void>>();
    for (let nth = 0; nth < (perSecond * forMs) / 1000; nth += 1) {
      await pause(Math.max(0, began + (nth * 1000) / perSecond - performance.now()));
      while (underWay.size >= OPEN_REQUESTS_MAX) await Promise.race(underWay);
      const booking = this.bookOne().finally(() => underWay.delete(booking));
      underWay.add(booking);
    }
    const bookedInS = (performance.now() - began) / 1000;
    await Promise.all(underWay);
    const arrivedAtMs = await this.arrivals(firstNumber);
    const histogram = build();
    for (const [number, atMs] of arrivedAtMs)
      histogram.recordValue(Math.max(0, atMs - (this.askedAtMs.get(number) ?? NaN)));
    return {
      count: arrivedAtMs.size,
      perSecond: rounded(arrivedAtMs.size / bookedInS, 1),
      p50: histogram.getValueAtPercentile(50),
      p99: histogram.getValueAtPercentile(99),
      max: histogram.maxValue,
    };
  }

  private async bookOne(): Promise<void> {
    this.number += 1;
    const { number } = this;
    const account = this.started.accounts[number % this.started.accounts.length];
    if (!account) throw new Error('the bank has no accounts');
    const transaction = {
      transactionId: `trickle-${number}`,
      bookingDate: new Date().toISOString().slice(0, 10),
      transactionAmount: { amount: `-${1 + (number % 900)}.50`, currency: 'CZK' },
      creditorName: 'Kahvila',
      remittanceInformationUnstructured: `Purchase ${number}`,
    };
    await new SandboxControl(this.started).book(account.bankId, [transaction]);
    this.askedAtMs.set(number, Date.now());
    const params = { path: { accountId: account.id } };
    await dataOf(this.rest.POST('/finance/accounts/{accountId}/sync', { params, body: {} }));
  }

  private async arrivals(firstNumber: number): Promise<ReadonlyMap<number, number>> {
    const count = this.number - firstNumber + 1;
    for (const until = Date.now() + TIMEOUT_MS; Date.now() < until; await pause(500)) {
      const { marks } = await this.receivers.count();
      const ours = marks.filter(([number]) => number >= firstNumber);
      if (ours.length >= count) return new Map(ours);
    }
    throw new Error(`not all of ${count} transactions came to the endpoint in ${TIMEOUT_MS / 1000} s`);
  }

  /** Waits until the bank has been read, and the results have been sent. */
  private async settled(): Promise<void> {
    const admin = new Client({ connectionString: this.postgres.url });
    await admin.connect();
    for (let quiet = 0; quiet < 5; await pause(500)) {
      const { rows } = await admin.query(UNSETTLED);
      quiet = rows.length === 0 ? quiet + 1 : 0;
    }
    await admin.end();
  }
}

const UNSETTLED = `
  (select 1 from ingestion_sync.financial_accounts
    where history_state <> 'COMPLETE' or transactions_synced_at is null or lease_until is not null limit 1)
  union all (select 1 from ingestion_sync.outbox limit 1) union all (select 1 from rule_engine.outbox limit 1)
  union all (select 1 from transfer_engine.transfers where state = 'PENDING' limit 1)
  union all (select 1 from webhook_dispatcher.deliveries where status = 'PENDING' limit 1)`;

/** The server with its connections; of our own processes without those that they started (the sandbox). */
function spentBy(pid: number, postgresPid: number): number {
  return pid === postgresPid ? cpuSecondsOfTree(pid) : cpuSecondsOfProcess(pid);
}

/** How often the main thread waited for something and was woken; 0 for PostgreSQL's postmaster, which does little. */
function wakeUpsOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^voluntary_ctxt_switches:\s+(\d+)/m.exec(status)?.[1] ?? 0);
}
