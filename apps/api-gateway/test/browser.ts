import { existsSync } from 'node:fs';
import { Browser, BrowserServer, chromium, LaunchOptions } from 'playwright-core';

const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine: `CHROMIUM_PATH`, else where packages put it; null where there is none. */
export function installedBrowser(): string | null {
  const named = process.env['CHROMIUM_PATH'];
  return named ?? INSTALLED.find((path) => existsSync(path)) ?? null;
}

/**
 * Starts it without a window, and without what it would ask of the outside by itself.
 * @param hosts names that lead to this machine: at such an address a browser sees no computer's own
 */
export async function startBrowser(...hosts: readonly string[]): Promise<Browser> {
  const rules = hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ');
  const { args = [], ...options } = launchOptions();
  return chromium.launch({ ...options, args: [...args, `--host-resolver-rules=${rules}`] });
}

/** The same for several processes, which connect to it. */
export async function startBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer({ ...launchOptions(), host: '127.0.0.1' });
}

/** A browser that another process has started; closing it ends what was opened here alone. */
export async function connectBrowser(url: string): Promise<Browser> {
  return chromium.connect(url);
}

function launchOptions(): LaunchOptions {
  const executablePath = installedBrowser();
  if (executablePath === null) throw new Error('there is no browser on this machine');
  // Under a clock that is set by a preloaded library pages never finish loading: the browser has the machine's.
  const { LD_PRELOAD: _clock, ...env } = process.env;
  return {
    executablePath,
    env,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  };
}

/** A suite in a real browser; reported as skipped, by name, where there is none. In CI (`CI=true`) that is an error. */
export function describeBrowser(name: string, suite: () => void): void {
  if (installedBrowser() !== null) return describe(name, suite);
  const reason = 'no browser: install Debian’s chromium, or set CHROMIUM_PATH';
  if (process.env['CI'] === 'true') throw new Error(`"${name}": ${reason}`);
  describe.skip(`${name} (skipped, ${reason})`, suite);
}
