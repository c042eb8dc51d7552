import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { ROOT } from './install.mjs';

/**
 * `npm run screenshots`: starts the demo with data of its own and takes a picture of each screen in both themes, into
 * `docs/screenshots`. It needs Chromium (`CHROMIUM_PATH`, else Debian's).
 */
const SCREENS = {
  overview: '/',
  accounts: '/accounts',
  transactions: '/transactions',
  rules: '/rules',
  links: '/links',
  webhooks: '/webhooks',
  administration: '/administration',
};
const PICTURES = path.join(ROOT, 'docs/screenshots');
/** Accounts of the demo bank, of 4,500: as many as a person may have. */
const DEMO_ACCOUNTS = '4';
const READY_WITHIN_MS = 180_000;
const DRAWN_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 100;
/** As often in a row nothing is under way before a picture is taken. */
const QUIET_LOOKS = 5;

const dataDir = mkdtempSync(path.join(tmpdir(), 'tributary-screenshots-'));
const demo = spawn(process.execPath, [path.join(ROOT, 'tools/start.mjs')], {
  env: { ...process.env, DATA_DIR: dataDir, API_PORT: '0', SANDBOX_PORT: '0', DEMO_ACCOUNTS },
  stdio: ['ignore', 'ignore', 'inherit'],
});
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
try {
  const { console_url: link } = await readyMark();
  mkdirSync(PICTURES, { recursive: true });
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const unanswered = unansweredOf(page);
  await page.goto(link);
  const { origin } = new URL(page.url());
  for (const [name, at] of Object.entries(SCREENS)) {
    for (const colorScheme of ['light', 'dark'])
      await picture(page, unanswered, `${origin}${at}`, name, colorScheme);
  }
} finally {
  await browser.close();
  demo.kill('SIGTERM');
  await once(demo, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

/** The requests that wait for an answer; the stream of changes, which never ends, is none of them. */
function unansweredOf(page) {
  const unanswered = new Set();
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') unanswered.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed']) {
    page.on(event, (request) => unanswered.delete(request));
  }
  return unanswered;
}

async function picture(page, unanswered, url, name, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await drawn(page, unanswered);
  const file = path.join(PICTURES, `${name}-${colorScheme}.png`);
  await page.screenshot({ path: file });
  console.log(path.relative(ROOT, file));
}

/** Waits until everything is read and drawn. A chart's program and its numbers are read one after the other. */
async function drawn(page, unanswered) {
  const until = Date.now() + DRAWN_WITHIN_MS;
  for (let quiet = 0; quiet < QUIET_LOOKS;) {
    if (Date.now() > until) throw new Error(`${page.url()} was not drawn in time`);
    await setTimeout(LOOK_EVERY_MS);
    const isQuiet = unanswered.size === 0 && (await page.evaluate(isAtRest));
    quiet = isQuiet ? quiet + 1 : 0;
  }
}

/** In the page: nothing is being read, nothing moves, and each chart has its lines or bars. */
function isAtRest() {
  const { document } = globalThis;
  const isReading = document.querySelector('.mantine-Skeleton-root, [data-loading]') !== null;
  const charts = [...document.querySelectorAll('.recharts-responsive-container')];
  const areDrawn = charts.every((chart) => chart.querySelector('svg path, svg rect') !== null);
  const isMoving = document.getAnimations().some(({ playState }) => playState === 'running');
  return !isReading && areDrawn && !isMoving;
}

/** What the demo writes when it is ready. */
async function readyMark() {
  const file = path.join(dataDir, 'demo.json');
  const until = Date.now() + READY_WITHIN_MS;
  while (!existsSync(file)) {
    if (demo.exitCode !== null) throw new Error(`the demo ended with ${demo.exitCode}`);
    if (Date.now() > until) throw new Error('the demo was not ready in time');
    await setTimeout(200);
  }
  return JSON.parse(readFileSync(file, 'utf8'));
}
