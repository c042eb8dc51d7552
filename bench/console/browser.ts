import { SESSION_COOKIE } from '@tributary/api-gateway';
import { freePort } from '@tributary/testing';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';

/** A browser whose port for tools is known: Lighthouse connects to it. */
export interface MeasuredBrowser {
  readonly browser: Browser;
  readonly port: number;
}

export async function startMeasuredBrowser(): Promise<MeasuredBrowser> {
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', `--remote-debugging-port=${port}`],
  });
  return { browser, port };
}

/** A window of 1280 × 800 in which the session's user is signed in. */
export async function signedIn(browser: Browser, url: string, session: string): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await context.addCookies([
    {
      name: SESSION_COOKIE,
      value: session,
      domain: new URL(url).hostname,
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ]);
  return context;
}

/** What the functions that run in the page use of it. */
export interface Window {
  readonly document: {
    readonly body: { readonly textContent: string };
    querySelector(selector: string): unknown;
    querySelectorAll(selector: string): Iterable<{ readonly textContent: string }>;
  };
  readonly performance: { now(): number };
}

/** When the screen has its heading and nothing is being read, by the clock of the page; 0 before. */
export function completeAt(): number {
  const { document, performance } = globalThis as unknown as Window;
  const isReading = document.querySelector('.mantine-Skeleton-root, [data-loading]') !== null;
  return document.querySelector('h1') !== null && !isReading ? performance.now() : 0;
}

/** Milliseconds from the start of the navigation until the function in the page says when. */
export async function navigate(page: Page, url: string, when: () => number): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' });
  return whenSeen(page, when, null);
}

/** What the function in the page says, once it is not 0: asked with each frame. */
export async function whenSeen<A>(page: Page, when: (argument: A) => number, argument: A): Promise<number> {
  // A function, not a text: the policy of the page lets no text become a script later.
  const options = { polling: 'raf', timeout: 60_000 } as const;
  const seen = await page.waitForFunction(when as (argument: unknown) => number, argument, options);
  return Number(await seen.jsonValue());
}

/** Kilobytes of script as they went over the wire until the first screen's heading was there. */
export async function scriptBefore(page: Page, url: string): Promise<number> {
  const sizes: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script') {
      sizes.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
    }
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForSelector('h1');
  const bytes = await Promise.all(sizes);
  page.removeAllListeners('requestfinished');
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
}

/** Milliseconds between frames while the wheel turns. */
export async function frames(page: Page, seconds: number): Promise<number[]> {
  await page.evaluate(`
    window.frames_ = [];
    const record = (at, before) => requestAnimationFrame((now) => {
      if (before !== null) window.frames_.push(now - before);
      record(now, now);
    });
    record(0, null);
  `);
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) await page.mouse.wheel(0, 400);
  return page.evaluate<number[]>('window.frames_');
}

/** Megabytes of the page's script heap, after everything unused was freed. */
export async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize / 1e6;
}
