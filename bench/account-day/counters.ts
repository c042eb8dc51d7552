import { EmbeddedPostgres } from '@tributary/persistence';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { rounded } from '../benchmark';
import { StatementCounter, sumByRole } from '../idle/statements';
import {
  cpuSecondsOfProcess,
  cpuSecondsOfTree,
  memoryMbOf,
  processesOfTree,
  WakeUps,
  wakeUpsBetween,
  wakeUpsOf,
} from '../sampling/cpu-time';

export interface NamedProcess {
  readonly name: string;
  readonly pid: number;
}

/** What the installation used in some time. */
export interface Used {
  readonly seconds: number;
  readonly cpuMs: Readonly<Record<string, number>>;
  readonly wakeUps: Readonly<Record<string, number>>;
  readonly statements: Readonly<Record<string, number>>;
  /** Those that no function or trigger made. */
  readonly sent: number;
  /** Database transactions that began with `begin`. */
  readonly commits: number;
  readonly walBytes: number;
  /** Of PostgreSQL, with those of single statements. Counted over a longer time, `countedSeconds`. */
  readonly transactions: number;
  readonly countedSeconds: number;
}

/** The same for one of what was done, without what the installation uses when nothing happens. */
export interface Cost {
  readonly cpu_ms: number;
  readonly cpu_ms_by_process: Readonly<Record<string, number>>;
  readonly statements: number;
  /** Those that no function or trigger made. */
  readonly statements_sent: number;
  readonly statements_by_service: Readonly<Record<string, number>>;
  /** As PostgreSQL counts them: a statement by itself is one. */
  readonly database_transactions: number;
  /** Those that began with `begin`. */
  readonly commits: number;
  readonly wake_ups: number;
  readonly wake_ups_by_process: Readonly<Record<string, number>>;
  readonly wal_bytes: number;
}

/** What follows a sync and a delivery: results, logs, the query model. */
const AFTERMATH_MS = 2000;
/** A connection of PostgreSQL reports its transactions this long after it has become idle. */
const REPORTED_AFTER_MS = 11_000;
const BROKER = 'kafka';

/** Reads counters of Linux and of PostgreSQL before and after some work. */
export class Counters {
  private constructor(
    private readonly postgres: EmbeddedPostgres,
    private readonly processes: readonly NamedProcess[],
    private readonly client: Client,
    private readonly statements: StatementCounter,
  ) {}

  /** @param brokerPid counted beside the others, not with them */
  static async on(
    postgres: EmbeddedPostgres,
    processes: readonly NamedProcess[],
    brokerPid: number | null,
  ): Promise<Counters> {
    const client = new Client({ connectionString: postgres.url });
    await client.connect();
    const looked = brokerPid === null ? processes : [...processes, { name: BROKER, pid: brokerPid }];
    return new Counters(postgres, looked, client, await StatementCounter.on(postgres.url));
  }

  /** While the work is done and until PostgreSQL has counted it. */
  async during(work: () => Promise<unknown>): Promise<Used> {
    await pause(REPORTED_AFTER_MS);
    await this.statements.reset();
    const committedBefore = await this.transactions();
    const countedFrom = performance.now();
    const before = await this.read();
    const from = performance.now();
    await work();
    await pause(AFTERMATH_MS);
    const after = await this.read();
    const seconds = (performance.now() - from) / 1000;
    const counts = await this.statements.counts();
    await pause(REPORTED_AFTER_MS);
    return {
      seconds,
      cpuMs: differences(after.cpuMs, before.cpuMs),
      wakeUps: Object.fromEntries(
        after.wakeUps.map(([name, wakeUps]) => [
          name,
          wakeUpsBetween(new Map(before.wakeUps).get(name) ?? new Map(), wakeUps),
        ]),
      ),
      statements: sumByRole(counts),
      sent: counts.reduce((sum, { sent }) => sum + sent, 0),
      commits: counts.reduce((sum, { text, calls }) => sum + (/^commit/i.test(text) ? calls : 0), 0),
      walBytes: after.walBytes - before.walBytes,
      transactions: (await this.transactions()) - committedBefore,
      countedSeconds: (performance.now() - countedFrom) / 1000,
    };
  }

  /** Megabytes by process; PostgreSQL's with its connections. */
  memoryMb(): Record<string, number> {
    const byProcess = this.processes.map(({ name, pid }) => [name, memoryMbOf([pid])] as const);
    const all = [...byProcess, ['postgres', memoryMbOf(processesOfTree(this.postgres.pid))] as const];
    return Object.fromEntries(all.map(([name, mb]) => [name, Math.round(mb)]));
  }

  async stop(): Promise<void> {
    await this.statements.stop();
    await this.client.end();
  }

  private async read() {
    const server = this.postgres.pid;
    const { rows } = await this.client.query<{ wal: string }>(
      "select pg_current_wal_insert_lsn() - '0/0' as wal",
    );
    const cpuMs = this.processes.map(({ name, pid }) => [name, cpuSecondsOfProcess(pid) * 1000] as const);
    const wakeUps = this.processes.map(({ name, pid }): [string, WakeUps] => [name, wakeUpsOf([pid])]);
    return {
      walBytes: Number(rows[0]?.wal),
      cpuMs: Object.fromEntries([...cpuMs, ['postgres', cpuSecondsOfTree(server) * 1000]]),
      wakeUps: [...wakeUps, ['postgres', wakeUpsOf(processesOfTree(server))] as [string, WakeUps]],
    };
  }

  private async transactions(): Promise<number> {
    const { rows } = await this.client.query<{ ended: string }>(
      `select sum(xact_commit + xact_rollback) as ended from pg_stat_database where datname = current_database()`,
    );
    return Number(rows[0]?.ended);
  }
}

/** @param idle what the installation used when nothing happened @param own transactions of the bench itself */
export function costOf(used: Used, idle: Used, count: number, own: number): Cost {
  const share = used.seconds / idle.seconds;
  const each = (value: number, decimals = 1): number => rounded(value / count, decimals);
  const eachOf = (values: Record<string, number>, atRest: Readonly<Record<string, number>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, each(value - (atRest[name] ?? 0) * share)]),
    );
  const cpu = eachOf(used.cpuMs, idle.cpuMs);
  const statements = eachOf(used.statements, idle.statements);
  const wakeUps = eachOf(used.wakeUps, idle.wakeUps);
  const atRest = (idle.transactions / idle.countedSeconds) * used.countedSeconds;
  return {
    cpu_ms: ofOurs(cpu),
    cpu_ms_by_process: cpu,
    statements: ofOurs(statements),
    statements_sent: each(used.sent - idle.sent * share),
    statements_by_service: statements,
    database_transactions: each(used.transactions - own - atRest),
    commits: each(used.commits - idle.commits * share),
    wake_ups: ofOurs(wakeUps),
    wake_ups_by_process: wakeUps,
    wal_bytes: Math.round((used.walBytes - idle.walBytes * share) / count),
  };
}

/** A second of nothing. */
export function costAtRest(idle: Used): Cost {
  const nothing = {
    ...idle,
    cpuMs: {},
    statements: {},
    wakeUps: {},
    sent: 0,
    commits: 0,
    walBytes: 0,
    transactions: 0,
  };
  return costOf(idle, nothing, idle.seconds, 0);
}

/** The broker, like the bank, is another program. */
function ofOurs(values: Readonly<Record<string, number>>): number {
  const ours = Object.entries(values).filter(([name]) => name !== BROKER);
  return rounded(
    ours.reduce((sum, [, value]) => sum + value, 0),
    1,
  );
}

function differences(after: Record<string, number>, before: Record<string, number>) {
  return Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, value - (before[name] ?? 0)]),
  );
}
