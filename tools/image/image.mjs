import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from '../build.mjs';
import { startKafka } from '../kafka/kafka.mjs';
import { freePort } from '../kafka/waiting.mjs';
import { runDockerfile } from './dockerfile.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVICES = ['api-gateway', 'ingestion-sync', 'rule-engine', 'transfer-engine', 'webhook-dispatcher'];
const READY_WITHIN_MS = 120_000;

/**
 * For machines without a container engine: runs the Dockerfile's steps in an empty folder, then the result as the image
 * would run it (as its user, read-only) on a real PostgreSQL and Kafka: provision, the five services to readiness and
 * SIGTERM, the operator's command. Prints one JSON report; exits with 1 if a check fails.
 */
async function main() {
  const root = mkdtempSync(path.join(tmpdir(), 'tributary-image-'));
  chmodSync(root, 0o755);
  const cleanup = [() => rmSync(root, { recursive: true, force: true })];
  try {
    await build(); // for the embedded PostgreSQL below, from the working copy
    const image = runDockerfile({ file: path.join(ROOT, 'deploy/Dockerfile'), context: ROOT, root });
    sealed(image.folder);
    const outside = await surroundings(root, cleanup);
    const environment = {
      ...image.environment,
      NODE_OPTIONS: optionsForThisNode(image.environment),
      ...outside.settings,
    };
    const provisioned = runOnce(image, ['dist/libs/service/src/provision/main.js'], environment);
    const services = [];
    for (const service of SERVICES) services.push(await tryService(service, image, environment));
    const operator = runOnce(image, ['dist/apps/operator/src/main.js', 'status'], environment);
    const report = {
      node: process.version,
      left_out: image.leftOut,
      tree_mb: megabytes(image.folder),
      node_modules_mb: megabytes(path.join(image.folder, 'node_modules')),
      user: process.getuid?.() === 0 ? image.user : process.getuid?.(),
      provision: provisioned,
      services,
      operator,
    };
    console.log(JSON.stringify(report, null, 2));
    const holds =
      [provisioned, operator].every(({ code }) => code === 0) &&
      services.every(({ ready, code }) => ready && code === 0);
    process.exitCode = holds ? 0 : 1;
  } finally {
    for (const step of cleanup.reverse()) await step();
  }
}

/** Read-only, like `read_only` and `readOnlyRootFilesystem`. */
function sealed(folder) {
  const { status } = spawnSync('chmod', ['-R', 'a+rX,a-w', folder]);
  if (status !== 0) throw new Error(`${folder} could not be made read-only`);
}

/** The image's options, but for those that an older Node than the image's refuses. */
function optionsForThisNode({ NODE_OPTIONS = '' }) {
  const isKnown = (option) =>
    spawnSync(process.execPath, ['-e', '0'], { env: { NODE_OPTIONS: option } }).status === 0;
  return NODE_OPTIONS.split(' ').filter(isKnown).join(' ');
}

async function surroundings(root, cleanup) {
  const { startEmbeddedPostgres } = createRequire(import.meta.url)(
    path.join(ROOT, 'dist/libs/persistence/src/embedded-postgres/embedded-postgres.js'),
  );
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(ROOT, '.data/image/postgres'),
    persistent: false,
  });
  cleanup.push(() => postgres.stop());
  const kafka = await startKafka({ dataDir: path.join(root, 'kafka') });
  cleanup.push(() => kafka.stop());
  const passwords = SERVICES.map((service) => [
    `${nameOf(service).toUpperCase()}_DATABASE_PASSWORD`,
    'image',
  ]);
  return {
    settings: {
      PATH: process.env.PATH,
      DATABASE_ADMIN_URL: postgres.url,
      KAFKA_BROKERS: kafka.brokers,
      ENCRYPTION_KEY: randomBytes(32).toString('base64'),
      ...Object.fromEntries(passwords),
    },
  };
}

function runOnce(image, words, env) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    ...asUser(image),
    env,
    encoding: 'utf8',
  });
  const said = `${stdout}${stderr}`.trim().split('\n').slice(-3);
  return { code: status, ...(status === 0 ? {} : { said }) };
}

async function tryService(service, image, environment) {
  const port = await freePort();
  const databaseUrl = new URL(environment.DATABASE_ADMIN_URL);
  databaseUrl.username = nameOf(service);
  databaseUrl.password = 'image';
  const began = Date.now();
  const child = spawn(process.execPath, [`dist/apps/${service}/src/main.js`], {
    ...asUser(image),
    env: { ...environment, DATABASE_URL: databaseUrl.href, PORT: String(port), HOST: '127.0.0.1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (text) => (said = (said + text).slice(-1000)));
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const ready = await Promise.race([isReady(port), ended.then(() => false)]);
  const startS = (Date.now() - began) / 1000;
  child.kill('SIGTERM');
  const code = await ended;
  return { service, ready, start_s: Math.round(startS * 10) / 10, code, ...(said ? { said } : {}) };
}

async function isReady(port) {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until;) {
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answer?.ok) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

function asUser({ folder, user }) {
  return { cwd: folder, ...(process.getuid?.() === 0 && user ? { uid: user, gid: user } : {}) };
}

function nameOf(service) {
  return service.replaceAll('-', '_');
}

function megabytes(folder) {
  const bytes = (name) => {
    if (lstatSync(name).isSymbolicLink()) return 0;
    if (!statSync(name).isDirectory()) return statSync(name).size;
    return readdirSync(name).reduce((sum, entry) => sum + bytes(path.join(name, entry)), 0);
  };
  return Math.round(bytes(folder) / 2 ** 20);
}

await main();
