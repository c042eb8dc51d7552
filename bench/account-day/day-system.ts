import { createTributaryClient, dataOf, type TributaryClient } from '@tributary/client';
import { EmbeddedPostgres, startEmbeddedPostgres } from '@tributary/persistence';
import { startKafkaBroker } from '@tributary/testing';
import { build } from 'hdr-histogram-js';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { DataDir } from '../../apps/all-in-one/src/data-dir';
import { startSandboxProcess } from '../../apps/all-in-one/src/child-processes/sandbox';
import { CONSISTENCY_CHECKS } from '../../apps/operator/src/consistency/checks';
import { BenchProcess } from '../bench-process';
import { rounded } from '../benchmark';
import { COUNTING } from '../idle/statements';
import { Receivers } from '../webhooks/receivers';
import { Bank, Entry, Listed } from './bank';
import { Copies, DISTANCE } from './copies';
import { Counters } from './counters';
import type { StartedDay } from './system-process';

export type Bus = 'in process' | 'kafka';

/** An account of ours and its id at the bank. */
export interface DayAccount {
  readonly id: number;
  readonly bankId: string;
}

/** From the bank's page with a transaction to the webhook with it. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** What the bank is to list of an account before it is read. */
export type News = 'nothing' | 'booked' | 'pending';

export interface Played {
  readonly syncs: number;
  /** Below the wanted rate where the machine is full. */
  readonly perSecond: number;
  readonly latencyMs: Latency | null;
  /** Transactions of the database that were the bench's own. */
  readonly own: number;
}

const LOOK_EVERY_MS = 500;
const WITHIN_MS = 300_000;
const AGREED_WITHIN_MS = 60_000;
/** Before the first account of a phase is due. */
const AHEAD_MS = 500;
const CENTS_MAX = 90_000;

/** A whole system with many accounts, whose syncs the bench makes due. */
export class DaySystem {
  private number = 0;
  private own = 0;
  private readonly listed = new Map<string, Listed>();

  private constructor(
    private readonly parts: {
      readonly postgres: EmbeddedPostgres;
      readonly receivers: Receivers;
      readonly bank: Bank;
      readonly process: BenchProcess;
      readonly stopOthers: () => Promise<void>;
    },
    private readonly started: StartedDay,
    private readonly rest: TributaryClient,
    private readonly admin: Client,
    readonly counters: Counters,
  ) {}

  static async start(directory: string, bus: Bus): Promise<DaySystem> {
    for (const folder of ['sandbox', 'logs']) mkdirSync(path.join(directory, folder), { recursive: true });
    const settings = { ...COUNTING, 'pg_stat_statements.track': 'all', max_wal_size: '8GB' };
    const dataDir = path.join(directory, 'postgres');
    const postgres = await startEmbeddedPostgres({ dataDir, persistent: true, settings });
    const broker =
      bus === 'kafka' ? await startKafkaBroker({ dataDir: path.join(directory, 'kafka') }) : null;
    const environment = { SANDBOX_DAILY_CALLS: '1000000', SANDBOX_REQUESTS_PER_HOUR: '1000000' };
    const { child, ...sandbox } = await startSandboxProcess(new DataDir(directory), 0, { environment });
    const bank = await Bank.start(sandbox.providerAUrl);
    const receivers = await Receivers.start(1, path.join(directory, 'sandbox'));
    const addresses = { ...sandbox, providerAUrl: bank.providerAUrl };
    const words = [postgres.url, directory, ...(broker ? [broker.brokers] : [])];
    const process = BenchProcess.start('account-day/system-process.js', words, {
      LOG_LEVEL: 'warn',
      BENCH_RECEIVER: new URL(receivers.urls[0] ?? '').origin,
      BENCH_SANDBOX: JSON.stringify(addresses),
    });
    const started = await process.next<StartedDay>();
    const admin = new Client({ connectionString: postgres.url });
    await admin.connect();
    const rest = createTributaryClient({
      baseUrl: `${started.gatewayUrl}/api/v1`,
      token: started.token,
      retries: 5,
    });
    const counters = await Counters.on(postgres, started.processes, broker?.pid ?? null);
    const stopOthers = async (): Promise<void> => {
      await child.stop();
      await broker?.stop();
    };
    const parts = { postgres, receivers, bank, process, stopOthers };
    const system = new DaySystem(parts, started, rest, admin, counters);
    await system.untilNone(UNFINISHED, []);
    await system.untilNone(NOT_EVERYWHERE, []);
    await system.untilNone(UNFINISHED, []);
    return system;
  }

  /** Further users with their accounts, so that there are so many accounts. @returns the copied accounts */
  async fill(accounts: number, secretsIn: string): Promise<readonly DayAccount[]> {
    const { accounts: originals } = this.started;
    await this.parts.bank.copiesOf(originals.map(({ bankId }) => bankId));
    const users = Math.ceil(accounts / originals.length) - 1;
    await new Copies(this.admin, new DataDir(secretsIn).secrets()).make(users);
    const copies = Array.from({ length: users }, (_, index) => index + 1);
    // The first account of each user, then the second of each: neighbours belong to different users.
    return originals.flatMap(({ id, bankId }) =>
      copies.map((copy) => ({
        id: Number(id) + copy * DISTANCE,
        bankId: `${bankId.slice(0, 24)}${copy.toString(16).padStart(12, '0')}`,
      })),
    );
  }

  /** What differs between the schemas, as `npx tributary check` compares them, once messages have had time to arrive. */
  async differences(): Promise<readonly string[]> {
    for (const until = Date.now() + AGREED_WITHIN_MS; ; await pause(LOOK_EVERY_MS)) {
      const found = await this.differencesNow();
      if (found.length === 0 || Date.now() > until) return found;
    }
  }

  /** The accounts come due one after the other, so many a second, and are read as on any day. */
  async play(accounts: readonly DayAccount[], perSecond: number, news: readonly News[]): Promise<Played> {
    const ownBefore = this.own;
    const numbers = await this.list(accounts, news);
    const began = Date.now() + AHEAD_MS;
    const ids = accounts.map(({ id }) => id);
    await this.query(MAKE_DUE, [ids, AHEAD_MS, 1000 / perSecond]);
    await this.query("select pg_notify('financial_accounts_ingestion_sync', '')", []);
    await pause(AHEAD_MS + (accounts.length * 1000) / perSecond);
    await this.untilNone(UNREAD, [ids]);
    const lastedS = (Date.now() - began) / 1000;
    const latencyMs = numbers.length > 0 ? await this.latencyOf(numbers) : null;
    if (latencyMs) await this.untilNone(UNFINISHED, []);
    const own = this.own - ownBefore;
    return { syncs: accounts.length, perSecond: rounded(accounts.length / lastedS, 1), latencyMs, own };
  }

  /** What a person does who presses "sync now": a request for an account of which there is nothing new. */
  async syncNow(times: number, perSecond: number): Promise<Played> {
    const ownBefore = this.own;
    const began = Date.now();
    const { accounts } = this.started;
    for (let nth = 0; nth < times; nth += 1) {
      await pause(Math.max(0, began + (nth * 1000) / perSecond - Date.now()));
      const accountId = accounts[nth % accounts.length]?.id ?? '';
      await dataOf(
        this.rest.POST('/finance/accounts/{accountId}/sync', { params: { path: { accountId } }, body: {} }),
      );
    }
    await this.untilNone(UNREAD, [accounts.map(({ id }) => Number(id))]);
    const lastedS = (Date.now() - began) / 1000;
    return {
      syncs: times,
      perSecond: rounded(times / lastedS, 1),
      latencyMs: null,
      own: this.own - ownBefore,
    };
  }

  async stop(): Promise<void> {
    const { process, receivers, bank, postgres, stopOthers } = this.parts;
    await this.counters.stop();
    await this.admin.end();
    await process.stop();
    await receivers.stop();
    await bank.stop();
    await stopOthers();
    await postgres.stop();
  }

  /** A pending entry keeps its number when it books. @returns the numbers that are listed for the first time */
  private async list(accounts: readonly DayAccount[], news: readonly News[]): Promise<readonly number[]> {
    const numbers: number[] = [];
    const changed: [string, Listed][] = [];
    for (const [index, { bankId }] of accounts.entries()) {
      const what = news[index % news.length] ?? 'nothing';
      if (what === 'nothing') continue;
      const { booked, pending } = this.listed.get(bankId) ?? { booked: [], pending: [] };
      const [entry = this.newEntry(numbers)] = pending;
      const listed =
        what === 'booked' ? { booked: [entry, ...booked], pending: [] } : { booked, pending: [entry] };
      this.listed.set(bankId, listed);
      changed.push([bankId, listed]);
    }
    await this.parts.bank.list(changed);
    return numbers;
  }

  private newEntry(numbers: number[]): Entry {
    this.number += 1;
    numbers.push(this.number);
    return { number: this.number, cents: -(100 + ((this.number * 137) % CENTS_MAX)) };
  }

  private async latencyOf(numbers: readonly number[]): Promise<Latency> {
    const arrived = await this.arrivals(numbers);
    const left = await this.parts.bank.pages();
    const histogram = build();
    for (const number of numbers)
      histogram.recordValue(Math.max(0, (arrived.get(number) ?? NaN) - (left.get(number) ?? NaN)));
    return {
      p50: histogram.getValueAtPercentile(50),
      p99: histogram.getValueAtPercentile(99),
      max: histogram.maxValue,
    };
  }

  private async arrivals(numbers: readonly number[]): Promise<ReadonlyMap<number, number>> {
    let missing = numbers.length;
    for (const until = Date.now() + WITHIN_MS; Date.now() < until; await pause(LOOK_EVERY_MS)) {
      const marks = new Map((await this.parts.receivers.count()).marks);
      missing = numbers.filter((number) => !marks.has(number)).length;
      if (missing === 0) return marks;
    }
    throw new Error(`${missing} of ${numbers.length} transactions did not come to the endpoint`);
  }

  /** @param sql the rows that are waited for */
  private async untilNone(sql: string, values: readonly unknown[]): Promise<void> {
    for (const until = Date.now() + WITHIN_MS; Date.now() < until; await pause(LOOK_EVERY_MS)) {
      if ((await this.query(sql, values)) === 0) return;
    }
    throw new Error(`still not done after ${WITHIN_MS / 1000} s: ${sql}`);
  }

  private async differencesNow(): Promise<readonly string[]> {
    const found: string[] = [];
    for (const { name, sql } of CONSISTENCY_CHECKS) {
      const { rows } = await this.admin.query<{ subject: string; difference: string }>(
        `select * from (${sql}) found order by 1 limit 3`,
      );
      found.push(...rows.map(({ subject, difference }) => `${name}: ${subject}: ${difference}`));
    }
    return found;
  }

  private async query(sql: string, values: readonly unknown[]): Promise<number> {
    this.own += 1;
    const { rows } = await this.admin.query(sql, [...values]);
    return rows.length;
  }
}

/** The only thing that is played: the time of day. */
const MAKE_DUE = `
  update ingestion_sync.financial_accounts a
     set next_sync_at = clock_timestamp() + ($2 + (due.nth - 1) * $3) * interval '1 millisecond'
    from unnest($1::bigint[]) with ordinality due(id, nth) where a.id = due.id`;

const UNREAD = `
  select 1 from ingestion_sync.financial_accounts
   where id = any($1::bigint[]) and (next_sync_at <= clock_timestamp() or lease_until is not null or sync_requested_at is not null)
   limit 1`;

const UNFINISHED = `
  (select 1 from ingestion_sync.financial_accounts
    where history_state <> 'COMPLETE' or transactions_synced_at is null or lease_until is not null limit 1)
  union all (select 1 from ingestion_sync.outbox limit 1) union all (select 1 from rule_engine.outbox limit 1)
  union all (select 1 from transfer_engine.outbox limit 1)
  union all (select 1 from webhook_dispatcher.outbox limit 1)
  union all (select 1 from transfer_engine.transfers where state = 'PENDING' limit 1)
  union all (select 1 from webhook_dispatcher.deliveries where status = 'PENDING' limit 1)`;

/** What the original user has must be complete before it is copied. */
const NOT_EVERYWHERE = `
  select 1 from (select count(*) from ingestion_sync.transactions) all_of_them
   where count = 0
      or count <> (select count(*) from webhook_dispatcher.announced_transactions)
      or count <> (select count(*) from transfer_engine.transfers where state = 'TRANSFERRED')
      or count <> (select count(*) from api_gateway.transfers where status = 'TRANSFERRED')
      or count <> (select count(*) from api_gateway.transactions)`;
