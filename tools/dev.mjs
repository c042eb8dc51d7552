import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { buildIfStale, PRODUCT, repeatedBuild } from './build.mjs';
import { checkNode, installWhatIsMissing, ROOT } from './install.mjs';

/**
 * `npm run dev`: the demo with a few accounts, whose services start again when one of their sources changes. PostgreSQL and
 * the outside companies run on meanwhile. Vite serves the console, and shows each change of it at once.
 */
checkNode();
installWhatIsMissing();
const { createServer } = await import('vite');

/** Of the product; the console's are Vite's. */
const SOURCE = /^(?:apps|libs)[\\/](?!console[\\/])[^\\/]+[\\/]src[\\/].*(?<!\.test)\.(?:ts|json)$/;
/** Editors write a file in several steps. */
const QUIET_MS = 50;
let later;
let restarting = Promise.resolve();
let isEnding = false;

const { API_PORT = '3000', CONSOLE_PORT = '5173', DEMO_ACCOUNTS = '20' } = process.env;
const DATA_DIR = path.resolve(process.env.DATA_DIR ?? path.join(ROOT, '.data', 'dev'));
mkdirSync(path.join(DATA_DIR, 'logs'), { recursive: true, mode: 0o700 });
await buildIfStale();
const MAIN = path.join(PRODUCT.dist, 'apps/all-in-one/src/main.js');
/** Beside the services' program, those of its threads. */
const rebuild = repeatedBuild(
  PRODUCT,
  (program) => program.endsWith('.main.js') || path.join(PRODUCT.dist, program) === MAIN,
);

const load = createRequire(path.join(PRODUCT.dist, 'libs/persistence/src/'));
const { startEmbeddedPostgres } = load('./embedded-postgres/embedded-postgres.js');
const [postgres, sandbox] = await Promise.all([
  startEmbeddedPostgres({
    dataDir: path.join(DATA_DIR, 'postgres'),
    persistent: true,
    supervision: { report: console.log, giveUp: failed },
  }),
  startSandbox(),
]);
let standby = startStandby();
let services = startServices();

process.env.TRIBUTARY_URL = `http://127.0.0.1:${API_PORT}`;
const vite = await createServer({
  configFile: path.join(ROOT, 'apps/console/vite.config.ts'),
  server: { host: '127.0.0.1', port: Number(CONSOLE_PORT), strictPort: true },
});
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.removeAllListeners(signal); // Vite's own ends the process before PostgreSQL has ended
  process.once(signal, () => void end());
}
await vite.listen();
vite.watcher.add(['apps', 'libs'].map((folder) => path.join(ROOT, folder)));
vite.watcher.on('all', (_event, file) => changed(file));
console.log(`Vite serves the console at ${vite.resolvedUrls.local[0]}`);

async function startSandbox() {
  const log = openSync(path.join(DATA_DIR, 'logs/sandbox.log'), 'a', 0o600);
  const child = fork(path.join(PRODUCT.dist, 'apps/sandbox/src/main.js'), [], {
    env: {
      PATH: process.env.PATH,
      SANDBOX_PORT: process.env.SANDBOX_PORT ?? '4010',
      SANDBOX_RECEIVER_PORT: '0',
      SANDBOX_DATA_DIR: path.join(DATA_DIR, 'sandbox'),
      SANDBOX_BUDGET_CURRENCY: 'CZK', // as its bank's accounts
    },
    stdio: ['ignore', log, 'inherit', 'ipc'],
  });
  child.once('exit', () => failed(new Error('The sandbox has ended: logs/sandbox.log says why.')));
  const [ready] = await once(child, 'message');
  return { child, ready: JSON.stringify(ready) };
}

/** A process that has loaded the packages, and waits for the services to be built. */
function startStandby() {
  return spawn(process.execPath, [path.join(ROOT, 'tools/standby.mjs'), MAIN], {
    cwd: ROOT,
    env: {
      ...process.env,
      API_PORT,
      DATA_DIR,
      DEMO_ACCOUNTS,
      DATABASE_URL: postgres.url,
      RUNNING_SANDBOX: sandbox.ready,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** The demo on what runs already. */
function startServices(since = Date.now()) {
  const child = standby === null || hasEnded(standby) ? startStandby() : standby;
  standby = null;
  child.stdin.on('error', () => undefined); // it has ended, and said why
  child.stdin.end('start\n');
  child.stdout.on('data', (text) => {
    process.stdout.write(text);
    if (!String(text).includes('Tributary is ready.')) return;
    announce(since);
    prepareForChanges();
  });
  return child;
}

/** Now, because it would slow the start down. */
function prepareForChanges() {
  if (isEnding) return;
  standby ??= startStandby();
  restarting = restarting.then(() => rebuild()).catch(({ message }) => console.error(message));
}

function hasEnded({ exitCode, signalCode }) {
  return exitCode !== null || signalCode !== null;
}

/** The link opens the console once, at Vite's address as well as at the gateway's. */
function announce(since) {
  const { console_url: link } = JSON.parse(readFileSync(path.join(DATA_DIR, 'demo.json'), 'utf8'));
  const { pathname, search } = new URL(link);
  console.log(`\nReady in ${Date.now() - since} ms: http://127.0.0.1:${CONSOLE_PORT}${pathname}${search}`);
}

function changed(file) {
  if (!SOURCE.test(path.relative(ROOT, file))) return;
  clearTimeout(later);
  later = setTimeout(() => (restarting = restarting.then(restart)), QUIET_MS);
}

async function restart() {
  if (isEnding) return;
  const since = Date.now();
  try {
    await rebuild();
  } catch (error) {
    console.error(error.message); // what runs goes on; the next change may mend it
    return;
  }
  await stop(services);
  services = startServices(since);
}

/** At once: what a killed service leaves unfinished, the next one takes up. */
async function stop(child) {
  if (hasEnded(child)) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function failed({ message }) {
  if (!isEnding) console.error(message);
  void end(1);
}

async function end(code = 0) {
  if (isEnding) return;
  isEnding = true;
  await restarting;
  await Promise.allSettled([vite.close(), stop(services), standby && stop(standby)]);
  sandbox.child.kill('SIGTERM');
  await postgres.stop();
  process.exit(code);
}
