import { SERVICES } from '@tributary/contracts';
import { workspaceRoot } from '@tributary/testing';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { countTransactions } from '../apps/all-in-one/src/demo/progress';
import { schemaOf } from '../apps/all-in-one/src/services/service-environment';
import { SystemUnderFault } from '../apps/all-in-one/test/faults/system-under-fault';
import { report, say } from './benchmark';
import { Collector } from './soak/collector';
import { Load } from './soak/load';
import { complaintsIn } from './soak/log-lines';
import { samplesOf, Trend, trendOf } from './sampling/samples';
import { SHIPPED } from './shipped';

/**
 * The memory of the five services at a constant load for long (`SOAK_MINUTES`, default an hour): as processes on Kafka,
 * with traces and metrics. Fault 17 in short: less than a megabyte more in an hour, after a third of it for warming up, no
 * unhandled rejections.
 */
const MINUTES = Number(process.env.SOAK_MINUTES || 60);
const RATES = {
  transactionsPerS: Number(process.env.SOAK_TRANSACTIONS_PER_S || 100),
  readsPerS: Number(process.env.SOAK_READS_PER_S || 20),
};
const WARM_UP_MINUTES = MINUTES / 3;
const LIVE_EVERY_MINUTES = Math.min(5, MINUTES / 8);
const SETTLED_WITHIN_MS = 600_000;
const INSTITUTION = process.env.SOAK_INSTITUTION || 'BERKA_600';
const LIMIT_MB_PER_H = 1;

async function main(): Promise<void> {
  const directory = path.join(workspaceRoot(), '.data', 'soak');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  const collector = await Collector.start();
  const system = await SystemUnderFault.start({
    seed: 1,
    full: true,
    build: path.join(workspaceRoot(), 'dist'),
    institution: INSTITUTION,
    overrides: {
      ...SHIPPED,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${SHIPPED.NODE_OPTIONS} --require=${path.join(__dirname, 'sampling/sampler.js')}`,
      BENCH_SAMPLES: directory,
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    },
  });
  try {
    await settled(system);
    say(`the system is ready: ${await countTransactions(system.rest)} transactions`);
    const { ratios, figures } = await soak(system, directory);
    const telemetry = collector.taken;
    report('soak', { ratios, figures: { ...figures, telemetry }, limits: { holds: { min: 1 } } });
  } finally {
    await system.stop();
    await collector.stop();
  }
}

async function soak(system: SystemUnderFault, directory: string) {
  const before = await countTransactions(system.rest);
  const load = await Load.over(system, system.control, RATES);
  const began = Date.now();
  const ending = new AbortController();
  const looking = lookInto(system, directory, ending.signal);
  await Promise.race([load.run(began + MINUTES * 60_000), looking]);
  ending.abort();
  await looking;
  await system.work.add(0); // requests every account once more: transactions that arrived during its sync
  const left = await settled(system);
  const totals = await totalsOf(system);
  const trends = Object.fromEntries(
    SERVICES.map((service) => [
      service,
      trendOf(samplesOf(directory, service), began + WARM_UP_MINUTES * 60_000),
    ]),
  );
  const complaints = Object.fromEntries(
    await Promise.all(
      SERVICES.map(async (service) => [
        service,
        await complaintsIn(path.join(system.logDir, `${service}.log`)),
      ]),
    ),
  ) as Record<string, Record<string, number>>;
  const expected = before + load.counts.booked;
  const all = [totals.over_rest, totals.at_budget, totals.received].every((count) => count === expected);
  const steep = Object.values(trends).some(
    ({ rss_mb_per_h: slope, rss_mb_per_h_error: error }) => slope - error > LIMIT_MB_PER_H,
  );
  const ended = system.notRunning();
  return {
    ratios: {
      holds: Number(all && !steep && ended.length === 0 && left.length === 0 && totals.dead_letters === 0),
      ...Object.fromEntries(
        Object.entries(trends).map(([service, trend]: [string, Trend]) => [
          `${service}_slope_of_limit`,
          trend.rss_mb_per_h / LIMIT_MB_PER_H,
        ]),
      ),
    },
    figures: {
      minutes: MINUTES,
      rates: RATES,
      load: load.counts,
      failures: Object.fromEntries(load.failures),
      latencies: load.latencies,
      transactions: { expected, ...totals },
      ended_by_themselves: ended, // an unhandled rejection ends its process
      left,
      complaints,
      services: trends,
    },
  };
}

/** Prints the progress, and requests full collections from time to time; rejects when a service has ended. */
async function lookInto(system: SystemUnderFault, directory: string, signal: AbortSignal): Promise<void> {
  for (let turn = 1; !signal.aborted; turn += 1) {
    await pause(LIVE_EVERY_MINUTES * 60_000, signal);
    const ended = system.notRunning();
    if (ended.length > 0) throw new Error(`ended by themselves: ${ended.join(', ')}`);
    const held = SERVICES.map((service) => {
      const last = samplesOf(directory, service).at(-1);
      if (last) process.kill(last.pid, 'SIGUSR2');
      return `${service} ${Math.round(last?.rssMb ?? 0)}`;
    });
    say(`after ${Math.round(turn * LIVE_EVERY_MINUTES)} minutes, MB: ${held.join(', ')}`);
  }
}

async function settled(system: SystemUnderFault): Promise<readonly string[]> {
  const until = Date.now() + SETTLED_WITHIN_MS;
  for (;;) {
    const { left } = await system.settle();
    if (left.length === 0 || Date.now() > until) return left;
    say(`not quiet yet: ${left.join(', ')}`);
  }
}

async function totalsOf(system: SystemUnderFault) {
  const { receiver, budgeta } = await system.control.summary(system.institution);
  const hooks = Object.values(receiver);
  const deadLetters = await Promise.all(
    SERVICES.map((service) =>
      system.postgres.count(
        `select count(*) from ${schemaOf(service)}.dead_letters where replayed_at is null`,
      ),
    ),
  );
  return {
    over_rest: await countTransactions(system.rest),
    at_budget: budgeta.transactions,
    received: hooks.reduce((sum, { transactions_created: created }) => sum + created.distinct, 0),
    bad_signatures: hooks.reduce((sum, { bad_signatures: bad }) => sum + bad, 0),
    dead_letters: deadLetters.reduce((sum, count) => sum + count, 0),
  };
}

/** Also ends early. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

void main();
