import { beginSession, openAccessDatabase } from '@tributary/api-gateway';
import { sampleTransaction, TransactionShapedV1 } from '@tributary/contracts';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { BenchProcess } from './bench-process';
import { inScratch, median, report, rounded, say } from './benchmark';
import {
  frames,
  heapMb,
  completeAt,
  navigate,
  scriptBefore,
  signedIn,
  startMeasuredBrowser,
  whenSeen,
  type Window,
} from './console/browser';
import { lighthouseScores } from './console/lighthouse';
import { openQueryModel, type QueryModel } from './rest/query-model';
import { gatewayEnvironment } from './rest/servers';

/**
 * The console in Chromium, on a gateway whose query model has so many transactions of one user.
 *
 *   npm run bench -- console [transactions] [minutes]
 *
 * `transactions` is 49102 by default, as many as the demo has; 1000000 for the second figure. With `minutes`, the list of
 * transactions stays open for so long while ten change each second, and the heap of the page is measured each minute.
 */
const NAVIGATIONS = 10;
const SEARCHES = ['bakery', 'pharmacy', 'hotel', 'cinema', 'garden'];
const CHANGES = 100;
const SCROLL_S = 10;
const LOAD_PER_S = 10;

const LIMITS = {
  script_kb: { max: 250 },
  overview_ms: { max: 1500 },
  first_rows_ms: { max: 1000 },
  search_ms: { max: 300 },
  longest_frame_ms: { max: 50 },
  change_on_screen_p99_ms: { max: 1000 },
  lighthouse_performance: { min: 95 },
  lighthouse_accessibility: { min: 100 },
  lighthouse_best_practices: { min: 100 },
} as const;

/** A row of the list of transactions. */
const ROW = '[role="row"][data-index]';

interface Served {
  readonly url: string;
  readonly gateway: BenchProcess;
  readonly session: string;
}

async function main(): Promise<void> {
  const transactions = Number(process.argv[2] ?? 49_102);
  const minutes = Number(process.argv[3] ?? 0);
  await inScratch(async (scratch) => {
    const size = { transactions, ofTheUser: transactions };
    const model = await openQueryModel(path.join(scratch, 'console'), size, { keep: false, log: say });
    try {
      const served = await serve(model);
      try {
        await measure(model, served, transactions, minutes);
      } finally {
        await served.gateway.stop();
      }
    } finally {
      await model.server.stop();
    }
  });
}

async function serve({ url, userId }: QueryModel): Promise<Served> {
  const gateway = BenchProcess.start('console/gateway-process.js', [], gatewayEnvironment(url));
  const address = (await gateway.next<{ url: string }>()).url;
  const database = await openAccessDatabase(url);
  const session = await beginSession(database, userId).finally(() => database.close());
  return { url: address, gateway, session };
}

async function measure(
  model: QueryModel,
  served: Served,
  transactions: number,
  minutes: number,
): Promise<void> {
  const measured = await startMeasuredBrowser();
  const { browser } = measured;
  try {
    const fresh = () => signedIn(browser, served.url, served.session);
    const script = await withPage(fresh, (page) => scriptBefore(page, served.url));
    const figures = await withPage(fresh, async (page) => ({
      overview: await navigations(page, served.url, completeAt),
      rows: await navigations(page, `${served.url}/transactions`, rowsAt),
      searches: await searches(page),
      frames: await scrolled(page, served.url),
      changes: await changes(page, served, model.userId, transactions),
      heap: minutes > 0 ? await heapUnderLoad(page, served, model.userId, transactions, minutes) : [],
    }));
    const scores = await lighthouseScores(`${served.url}/`, measured, served.session);
    const slowest = Math.max(...figures.frames);
    const ratios = {
      script_kb: rounded(script, 1),
      overview_ms: rounded(Math.max(...figures.overview), 0),
      first_rows_ms: rounded(Math.max(...figures.rows), 0),
      search_ms: rounded(Math.max(...figures.searches), 0),
      longest_frame_ms: rounded(slowest, 1),
      change_on_screen_p99_ms: rounded(percentile(figures.changes, 0.99), 0),
      lighthouse_performance: scores.performance,
      lighthouse_accessibility: scores.accessibility,
      lighthouse_best_practices: scores.bestPractices,
    };
    const rest = {
      transactions,
      overview_p50_ms: rounded(median(figures.overview), 0),
      first_rows_p50_ms: rounded(median(figures.rows), 0),
      search_p50_ms: rounded(median(figures.searches), 0),
      frames: figures.frames.length,
      frames_per_s: rounded(
        1000 / (figures.frames.reduce((sum, one) => sum + one, 0) / figures.frames.length),
        1,
      ),
      change_on_screen_p50_ms: rounded(median(figures.changes), 0),
      lighthouse_not_passed: scores.notPassed,
      heap_mb_each_minute: figures.heap.map((mb) => rounded(mb, 1)),
    };
    report('console', { ratios, figures: rest, limits: LIMITS });
  } finally {
    await browser.close();
  }
}

async function withPage<T>(
  open: () => Promise<BrowserContext>,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await open();
  try {
    return await work(await context.newPage());
  } finally {
    await context.close();
  }
}

async function navigations(page: Page, url: string, when: () => number): Promise<number[]> {
  const times: number[] = [];
  for (let at = 0; at < NAVIGATIONS; at++) times.push(await navigate(page, url, when));
  return times;
}

interface KeyWindow extends Window {
  lastKey: number;
  addEventListener(event: 'keydown', listener: () => void): void;
}

/** In the page: when the list has rows. */
function rowsAt(): number {
  const { document, performance } = globalThis as unknown as Window;
  return document.querySelector('[role="row"][data-index]') === null ? 0 : performance.now();
}

/** In the page: milliseconds from the last key until every row has the word. */
function sinceLastKey({ word, row }: { readonly word: string; readonly row: string }): number {
  const { document, performance, lastKey } = globalThis as unknown as KeyWindow;
  const rows = [...document.querySelectorAll(row)];
  const isDone = rows.length > 0 && rows.every(({ textContent }) => textContent.toLowerCase().includes(word));
  return isDone ? performance.now() - lastKey : 0;
}

/** In the page: when the text is there, by the clock of the machine. */
function textAt(text: string): number {
  const { document } = globalThis as unknown as Window;
  return document.body.textContent.includes(text) ? Date.now() : 0;
}

/** From the last key to the list that has only rows with the word. */
async function searches(page: Page): Promise<number[]> {
  const times: number[] = [];
  const field = page.getByRole('searchbox').or(page.getByLabel('Search transactions')).first();
  for (const word of SEARCHES) {
    await field.fill('');
    await page.waitForURL((url) => !url.searchParams.has('text'));
    await page.evaluate(() => {
      const window = globalThis as unknown as KeyWindow;
      window.addEventListener('keydown', () => (window.lastKey = window.performance.now()));
    });
    await field.pressSequentially(word, { delay: 60 });
    times.push(await whenSeen(page, sinceLastKey, { word, row: ROW }));
  }
  return times;
}

async function scrolled(page: Page, url: string): Promise<number[]> {
  await navigate(page, `${url}/transactions`, rowsAt);
  await page.locator(ROW).first().hover();
  return frames(page, SCROLL_S);
}

/** From the publication of a transaction to its text on the open list, one after another. */
async function changes(page: Page, served: Served, userId: number, above: number): Promise<number[]> {
  await navigate(page, `${served.url}/transactions`, rowsAt);
  const times: number[] = [];
  for (let at = 1; at <= CHANGES; at++) {
    const payee = `Change ${randomUUID()}`;
    const began = Date.now();
    publish(served, userId, above + at, payee);
    times.push((await whenSeen(page, textAt, payee)) - began);
  }
  return times;
}

async function heapUnderLoad(
  page: Page,
  served: Served,
  userId: number,
  transactions: number,
  minutes: number,
): Promise<number[]> {
  let id = transactions + CHANGES;
  const load = setInterval(() => publish(served, userId, ++id, `Load ${id}`), 1000 / LOAD_PER_S);
  try {
    const heap: number[] = [];
    for (let minute = 1; minute <= minutes; minute++) {
      await page.waitForTimeout(60_000);
      heap.push(await heapMb(page));
      say(`minute ${minute}: ${rounded(heap.at(-1) ?? 0, 1)} MB`);
    }
    return heap;
  } finally {
    clearInterval(load);
  }
}

/** A transaction of today, as rule-engine publishes it. */
function publish({ gateway }: Served, userId: number, id: number, payee: string): void {
  const occurredAt = new Date().toISOString();
  const day = occurredAt.slice(0, 10);
  const { topic, version } = TransactionShapedV1;
  const document = {
    ...sampleTransaction,
    booking_date: day,
    value_date: day,
    mapped_fields: { ...sampleTransaction.mapped_fields, payee, description: payee, date: day },
  };
  const [sample] = TransactionShapedV1.sample.transactions;
  const at = { createdAt: occurredAt, updatedAt: occurredAt };
  const one = { ...sample, ...at, id, raw: document, shaped: null, outputs: [] };
  const payload = { financialAccountId: 1, userId, cause: 'INGESTED', transactions: [one] };
  const value = JSON.stringify({ id: randomUUID(), type: topic, version, occurredAt, payload });
  gateway.post({ topic, key: '1', value });
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

void main();
