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
  await page.goto(link);
  const { origin } = new URL(page.url());
  for (const [name, at] of Object.entries(SCREENS)) {
    for (const colorScheme of ['light', 'dark']) await picture(page, `${origin}${at}`, name, colorScheme);
  }
} finally {
  await browser.close();
  demo.kill('SIGTERM');
  await once(demo, 'exit');
  rmSync(dataDir, { recursive: true, force: true });
}

async function picture(page, url, name, colorScheme) {
  await page.emulateMedia({ colorScheme });
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForFunction(isAtRest);
  const file = path.join(PICTURES, `${name}-${colorScheme}.png`);
  await page.screenshot({ path: file });
  console.log(path.relative(ROOT, file));
}

/** In the page: nothing is being read, and nothing moves. */
function isAtRest() {
  const { document } = globalThis;
  const isReading = document.querySelector('.mantine-Skeleton-root, [data-loading]') !== null;
  return !isReading && document.getAnimations().every(({ playState }) => playState !== 'running');
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
