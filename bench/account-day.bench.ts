import { loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inScratch, report, say } from './benchmark';
import { Cost, costAtRest, costOf } from './account-day/counters';
import { Bus, DayAccount, DaySystem, Latency, News } from './account-day/day-system';

/**
 * What an account costs in a day: the bank is read four times and mostly has nothing new, one transaction comes, with half
 * of the accounts first as a pending entry, and the balance changes with it. Many accounts exist, some have their day.
 *
 * npm run bench -- account-day [accounts] [of which have their day] [one | kafka]
 *
 * Each account has a rule, a link to a budget, and a user with an endpoint. The bench makes accounts due; everything else
 * is as in production. The bank, the budget, the receiver and the broker are not counted.
 */
const [ACCOUNTS = 5000, DAYS = 200] = process.argv.slice(2, 4).map(Number);
const SHAPE = process.argv[4] ?? '';
/** Syncs one at a time. */
const COLD = 20;
const WARM_FOR_S = 10;
const REST_FOR_MS = 30_000;
/** The first reads leave work for later, such as vacuuming. */
const SETTLES_IN_MS = 15_000;
const RATES = [20, 50] as const;

interface Phase extends Cost {
  readonly syncs: number;
  readonly per_second: number;
  readonly page_to_webhook_ms: Latency | null;
}

interface OnBus {
  readonly at_rest_a_second: Cost;
  readonly sync_now: Phase;
  readonly empty_cold: Phase;
  readonly empty_20: Phase;
  readonly empty_50: Phase;
  readonly one_cold: Phase;
  readonly one_20: Phase;
  readonly one_50: Phase;
  readonly account_day: Phase;
  readonly memory_mb: Readonly<Record<string, Readonly<Record<string, number>>>>;
  readonly differences: readonly string[];
  readonly load_before: number;
}

async function main(): Promise<void> {
  await inScratch(async (scratch) => {
    const inProcess =
      SHAPE === 'kafka' ? null : await measure(path.join(scratch, 'in-process'), 'in process');
    const kafka = SHAPE === 'one' ? null : await measure(path.join(scratch, 'kafka'), 'kafka');
    const ratios = {
      ...(inProcess ? headlines(inProcess, '') : {}),
      ...(kafka ? headlines(kafka, 'kafka_') : {}),
      differences: (inProcess?.differences.length ?? 0) + (kafka?.differences.length ?? 0),
    };
    const sizes = { accounts: ACCOUNTS, having_their_day: DAYS };
    const figures = { sizes, in_process: inProcess, kafka };
    report('account-day', { ratios, figures, limits: { differences: { max: 0 } } });
  });
}

async function measure(directory: string, bus: Bus): Promise<OnBus> {
  const [load = 0] = loadavg();
  const system = await DaySystem.start(directory, bus);
  try {
    say(`${bus}: one user with 4 accounts; load ${load.toFixed(1)}`);
    return { ...(await phasesOf(system, directory)), load_before: load };
  } finally {
    await system.stop();
  }
}

async function phasesOf(system: DaySystem, directory: string): Promise<Omit<OnBus, 'load_before'>> {
  const memoryOfFew = system.counters.memoryMb();
  const all = await system.fill(ACCOUNTS, directory);
  const filled = await system.differences();
  if (filled.length > 0) throw new Error(`the copied users are not as the services write them: ${filled[0]}`);
  say(`${all.length + 4} accounts are there, the schemas agree`);
  const used = all.slice(0, Math.max(DAYS, RATES[1] * WARM_FOR_S));
  await system.play(used, RATES[1], ['nothing']); // the first look after the copying; warm
  await system.play(used.slice(0, 100), RATES[0], ['booked']);
  const memoryOfMany = system.counters.memoryMb();
  await pause(SETTLES_IN_MS);
  const rest = await system.counters.during(() => pause(REST_FOR_MS));
  const phase = async (name: string, work: () => ReturnType<DaySystem['play']>, per = 1): Promise<Phase> => {
    let played: Awaited<ReturnType<DaySystem['play']>> | undefined;
    const spent = await system.counters.during(async () => (played = await work()));
    if (!played) throw new Error('nothing was played');
    const { syncs, perSecond, latencyMs, own } = played;
    const cost = costOf(spent, rest, syncs / per, own);
    const found = { syncs, per_second: perSecond, ...cost, page_to_webhook_ms: latencyMs };
    say(`${name}: ${JSON.stringify(found)}`);
    return found;
  };
  const syncs = (name: string, rate: number, count: number, news: News): Promise<Phase> =>
    phase(name, () => system.play(used.slice(0, count), rate, [news]));
  return {
    at_rest_a_second: costAtRest(rest),
    sync_now: await phase('"sync now", nothing new', () => system.syncNow(COLD, 1)),
    empty_cold: await syncs('empty, one a second', 1, COLD, 'nothing'),
    empty_20: await syncs('empty, 20 a second', RATES[0], RATES[0] * WARM_FOR_S, 'nothing'),
    empty_50: await syncs('empty, 50 a second', RATES[1], RATES[1] * WARM_FOR_S, 'nothing'),
    one_cold: await syncs('one transaction, one a second', 1, COLD, 'booked'),
    one_20: await syncs('one transaction, 20 a second', RATES[0], RATES[0] * WARM_FOR_S, 'booked'),
    one_50: await syncs('one transaction, 50 a second', RATES[1], RATES[1] * WARM_FOR_S, 'booked'),
    account_day: await phase('account-day, 20 syncs a second', () => dayOf(system, used.slice(0, DAYS)), 4),
    memory_mb: {
      accounts_4: memoryOfFew,
      [`accounts_${all.length + 4}`]: memoryOfMany,
      after_the_day: system.counters.memoryMb(),
    },
    differences: await system.differences(),
  };
}

/** Morning, noon, afternoon, night. */
async function dayOf(system: DaySystem, accounts: readonly DayAccount[]) {
  const looks: readonly (readonly News[])[] = [['nothing'], ['pending', 'nothing'], ['booked'], ['nothing']];
  const played: Awaited<ReturnType<DaySystem['play']>>[] = [];
  for (const news of looks) played.push(await system.play(accounts, RATES[0], news));
  const sum = (value: (one: (typeof played)[number]) => number): number =>
    played.reduce((total, one) => total + value(one), 0);
  return {
    syncs: sum(({ syncs }) => syncs),
    perSecond: sum(({ perSecond }) => perSecond) / looks.length,
    latencyMs: played[2]?.latencyMs ?? null,
    own: sum(({ own }) => own),
  };
}

function headlines(found: OnBus, prefix: string): Record<string, number> {
  const figures = {
    empty_sync_cpu_ms: found.empty_20.cpu_ms,
    empty_sync_statements: found.empty_20.statements,
    empty_sync_transactions: found.empty_20.database_transactions,
    warm_cpu_ms: found.one_20.cpu_ms,
    warm_statements: found.one_20.statements,
    account_day_cpu_ms: found.account_day.cpu_ms,
    alone_cpu_ms: found.one_cold.cpu_ms,
    alone_statements: found.one_cold.statements,
    alone_transactions: found.one_cold.database_transactions,
    page_to_webhook_p99_ms: found.one_50.page_to_webhook_ms?.p99 ?? NaN,
  };
  return Object.fromEntries(Object.entries(figures).map(([name, value]) => [`${prefix}${name}`, value]));
}

void main();
