import path from 'node:path';
import { inScratch, median, report, rounded, say, secondsOf } from './benchmark';
import { openQueryModel } from './rest/query-model';
import { startGateway } from './rest/servers';

/**
 * An app that reads a feed of 49,102 transactions, of which an answer holds 20,000: what an answer costs the gateway's
 * process, and what a client that reads pages of 25 waits meanwhile.
 *
 *   npm run bench -- feed
 *
 * `BENCH_DATA` keeps the filled database.
 */
const SIZE = { transactions: 98_204, ofTheUser: 49_102 };
const IN_AN_ANSWER = 20_000;
/** Twice, with the warm-up, stays below the requests that a feed may send in an hour. */
const ANSWERS = 40;
const WARM_UP = 5;
const PAGES = 200;

const LIMITS = {
  /** The gateway's processor time, in microseconds for each transaction of an answer. */
  cpu_us_per_transaction: { max: 3 },
  other_p99_vs_alone: { max: 4 },
} as const;

interface Usage {
  readonly cpuMs: number;
  readonly peakMb: number;
}

async function main(): Promise<void> {
  const kept = process.env.BENCH_DATA;
  await (kept === undefined ? inScratch((scratch) => measure(scratch, false)) : measure(kept, true));
}

async function measure(directory: string, keep: boolean): Promise<void> {
  const model = await openQueryModel(path.join(directory, 'feed'), SIZE, { keep, log: say });
  const gateway = await startGateway(model.url, ['--expose-gc']);
  try {
    const usage = () => gateway.process.ask<Usage>('usage');
    const readPage = pageOf(gateway.url, model.token);
    const readFeed = await claimedFeed(gateway.url, model.token);
    const bytes = await readFeed();
    await timesOf(readFeed, WARM_UP);
    const pagesAlone = await timesOf(readPage, PAGES);
    const before = await usage();
    const answers = await timesOf(readFeed, ANSWERS);
    const after = await usage();
    const pagesBeside = await timesWhile(readPage, timesOf(readFeed, ANSWERS));
    const { peakMb } = await usage();
    report('feed', {
      ratios: {
        cpu_us_per_transaction: rounded(((after.cpuMs - before.cpuMs) * 1000) / ANSWERS / IN_AN_ANSWER),
        other_p99_vs_alone: rounded(p99(pagesBeside) / p99(pagesAlone)),
      },
      figures: {
        answer_mb: rounded(bytes / 1e6),
        answer_p50_ms: rounded(median(answers)),
        answer_cpu_ms: rounded((after.cpuMs - before.cpuMs) / ANSWERS),
        other_alone: spread(pagesAlone),
        other_beside: spread(pagesBeside),
        peak_mb_before: before.peakMb,
        peak_mb: peakMb,
      },
      limits: LIMITS,
    });
  } finally {
    await gateway.process.stop();
    await model.server.stop();
  }
}

function pageOf(api: string, token: string): () => Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return () => bytesOf(`${api}/finance/transactions?page[size]=25`, headers);
}

/** Makes a feed and claims it as an app does. */
async function claimedFeed(api: string, token: string): Promise<() => Promise<number>> {
  const made = await fetch(`${api}/destinations/feed/connections`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'bench' }),
  });
  const { data } = (await made.json()) as { data: { setup_token: string } };
  const claim = await fetch(Buffer.from(data.setup_token, 'base64').toString(), { method: 'POST' });
  const { origin, pathname, username, password } = new URL(await claim.text());
  const basic = Buffer.from(`${username}:${password}`).toString('base64');
  return () =>
    bytesOf(`${origin}${pathname}/accounts?start-date=0`, {
      authorization: `Basic ${basic}`,
      'accept-encoding': 'identity',
    });
}

/** How many there are in the answer. @throws Error on any answer that is not a success */
async function bytesOf(url: string, headers: Record<string, string>): Promise<number> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return (await answer.arrayBuffer()).byteLength;
}

async function timesOf(work: () => Promise<unknown>, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) times.push((await secondsOf(work)) * 1000);
  return times;
}

async function timesWhile(work: () => Promise<unknown>, other: Promise<unknown>): Promise<number[]> {
  let goesOn = true;
  void other.finally(() => (goesOn = false));
  const times: number[] = [];
  while (goesOn) times.push(...(await timesOf(work, 1)));
  await other;
  return times;
}

function spread(times: readonly number[]) {
  return { p50_ms: rounded(median(times)), p99_ms: rounded(p99(times)), requests: times.length };
}

function p99(times: readonly number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? NaN;
}

void main();
