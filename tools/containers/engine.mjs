import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureBaseImages, missingBaseImages } from './base-images.mjs';
import { builtProgram, CACHE, goProgram } from './go-programs.mjs';
import { buildFromDist, packageCacheProblem } from './image-from-dist.mjs';
import { unmountBelow } from './mounts.mjs';

const HELP = `node tools/containers/engine.mjs run COMMAND…   runs the command with a container engine: the machine's, or one of our own
node tools/containers/engine.mjs if-cached COMMAND…   the same with the image of this checkout's dist, where all that takes minutes was made before
node tools/containers/engine.mjs start         starts our own, for several runs
node tools/containers/engine.mjs stop          ends it; its images and build steps stay in the cache
node tools/containers/engine.mjs remove        ends it and removes all of it`;

const NAME = 'tributary-engine';
const FOLDER = path.join(CACHE, 'engine');
const SOCKET = path.join(FOLDER, 'docker.sock');
const PID_FILE = path.join(FOLDER, 'dockerd.pid');
const NAMESPACE = `/run/netns/${NAME}`;
const NETWORK = '10.213.77';
/** Names of network devices have up to 15 letters. */
const LINK = 'tributary-eng';
const PROGRAMS = ['dockerd', 'docker', 'containerd', 'runc', 'iptables', 'ip', 'nsenter', 'debootstrap'];

/** What the commands of `docker` read. */
const OWN = {
  DOCKER_HOST: `unix://${SOCKET}`,
  DOCKER_CONFIG: path.join(FOLDER, 'config'),
  DOCKER_BUILDKIT: '1',
};

/** Why no engine of our own can run here, or null. */
export function whyNoEngine() {
  if (process.platform !== 'linux') return 'an engine of our own needs Linux';
  if (process.getuid?.() !== 0) return 'an engine of our own needs root';
  const missing = PROGRAMS.filter((program) => !succeeds('which', [program]));
  if (missing.length > 0) {
    return `${missing.join(', ')} missing (on Debian: apt-get install docker.io debootstrap iproute2 iptables)`;
  }
  return null;
}

/** A Docker engine answers on this machine, whosever it is. */
const isThere = (env = process.env) => succeeds('docker', ['info'], env);

/** The own engine was started and answers. */
const ownRuns = () => existsSync(SOCKET) && isThere({ ...process.env, ...OWN });

/**
 * Starts Debian's engine in a network namespace of its own, so that the ports of the machine stay free, with Compose and BuildKit's client built from
 * the Go module proxy. Its data stay in the cache, so that images and build steps are made once for a machine.
 */
async function start() {
  if (!ownRuns()) await startDaemon();
  await ensureBaseImages({ ...process.env, ...OWN });
}

async function startDaemon() {
  clean();
  installPlugins();
  makeNamespace();
  const log = openSync(path.join(FOLDER, 'dockerd.log'), 'w');
  const words = ['--data-root', path.join(FOLDER, 'lib'), '--exec-root', path.join(FOLDER, 'exec')];
  // `ip netns exec` would mount another /sys, without control groups.
  const daemon = [
    `--net=${NAMESPACE}`,
    'dockerd',
    ...words,
    '--host',
    OWN.DOCKER_HOST,
    '--pidfile',
    PID_FILE,
  ];
  spawn('nsenter', [...daemon, '--mtu', String(mtu())], {
    detached: true,
    stdio: ['ignore', log, log],
  }).unref();
  for (let tries = 0; !ownRuns(); tries++) {
    if (tries > 120) throw new Error(`the engine does not start: see ${FOLDER}/dockerd.log`);
    await wait(500);
  }
}

/** Ends the engine, without containers, volumes and what else a suite that broke off has left. */
async function stop() {
  if (ownRuns()) {
    const docker = (...words) =>
      execFileSync('docker', words, { env: { ...process.env, ...OWN }, encoding: 'utf8' });
    const containers = docker('ps', '--all', '--quiet').split('\n').filter(Boolean);
    if (containers.length > 0) docker('rm', '--force', '--volumes', ...containers);
    const volumes = docker('volume', 'ls', '--quiet').split('\n').filter(Boolean);
    if (volumes.length > 0) docker('volume', 'rm', ...volumes);
    docker('network', 'prune', '--force');
    docker('image', 'prune', '--force');
  }
  const pid = existsSync(PID_FILE) ? Number(readFileSync(PID_FILE, 'utf8')) : null;
  if (pid !== null && isAlive(pid)) {
    process.kill(pid, 'SIGTERM');
    while (isAlive(pid)) await wait(200);
  }
  clean();
}

/** Debian's `docker` has neither Compose nor BuildKit's client. */
const PLUGINS = ['docker-compose', 'docker-buildx'];

function installPlugins() {
  const folder = path.join(OWN.DOCKER_CONFIG, 'cli-plugins');
  mkdirSync(folder, { recursive: true });
  for (const name of PLUGINS) {
    const plugin = path.join(folder, name);
    rmSync(plugin, { force: true });
    symlinkSync(goProgram(name), plugin);
  }
}

function makeNamespace() {
  const device = 'eth0';
  run('ip', 'netns', 'add', NAME);
  run('ip', 'link', 'add', LINK, 'type', 'veth', 'peer', 'name', device, 'netns', NAME);
  run('ip', 'addr', 'add', `${NETWORK}.1/30`, 'dev', LINK);
  run('ip', 'link', 'set', LINK, 'up');
  run('ip', '-n', NAME, 'link', 'set', 'lo', 'up');
  run('ip', '-n', NAME, 'addr', 'add', `${NETWORK}.2/30`, 'dev', device);
  run('ip', '-n', NAME, 'link', 'set', device, 'up');
  run('ip', '-n', NAME, 'route', 'add', 'default', 'via', `${NETWORK}.1`);
  writeFileSync(path.join(FOLDER, 'ip_forward'), readFileSync('/proc/sys/net/ipv4/ip_forward'));
  writeFileSync('/proc/sys/net/ipv4/ip_forward', '1');
  run('iptables', '-t', 'nat', '-A', 'POSTROUTING', ...masqueraded());
}

/** Takes away what the daemon and `makeNamespace` made, as far as it is there. */
function clean() {
  unmountBelow(FOLDER);
  const forwarded = path.join(FOLDER, 'ip_forward');
  if (!existsSync(NAMESPACE)) return;
  succeeds('iptables', ['-t', 'nat', '-D', 'POSTROUTING', ...masqueraded()]);
  succeeds('ip', ['link', 'del', LINK]);
  succeeds('ip', ['netns', 'del', NAME]);
  if (existsSync(forwarded)) writeFileSync('/proc/sys/net/ipv4/ip_forward', readFileSync(forwarded));
  rmSync(SOCKET, { force: true });
}

const masqueraded = () => ['-s', `${NETWORK}.0/30`, '-o', wayOut(), '-j', 'MASQUERADE'];

const wayOut = () => /dev (\S+)/.exec(run('ip', 'route', 'show', 'default'))?.[1] ?? 'eth0';

const mtu = () => Number(readFileSync(`/sys/class/net/${wayOut()}/mtu`, 'utf8'));

function run(program, ...words) {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function succeeds(program, words, env = process.env) {
  return spawnSync(program, words, { stdio: 'ignore', env }).status === 0;
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs the command beside the engine; without one it says why and runs it all the same, and suites of containers are skipped. */
async function runCommand([program, ...words]) {
  const inherit = (name, args, env = {}) =>
    spawnSync(name, args, { stdio: 'inherit', env: { ...process.env, CONTAINERS: '1', ...env } }).status ?? 1;
  const isStarted = ownRuns();
  if (!isStarted && isThere()) return inherit(program, words);
  const why = whyNoEngine();
  if (why !== null) {
    console.error(`No container engine: ${why}.`);
    return inherit(program, words);
  }
  try {
    await start();
    return inherit('nsenter', [`--net=${NAMESPACE}`, program, ...words], OWN);
  } finally {
    if (!isStarted) await stop();
  }
}

/** For a usual CI run: nothing of the machine may fail it, or take it minutes. Without the command its suite is counted as skipped. */
async function runIfCached([program, ...words]) {
  const skip = (why) => console.error(`No container engine: ${why}.`);
  const unbuilt = PLUGINS.filter((name) => builtProgram(name) === null);
  const why =
    whyNoEngine() ??
    (ownRuns() ? 'our own is in use' : null) ??
    (unbuilt.length > 0 || !existsSync(path.join(FOLDER, 'lib'))
      ? 'none was made here before: node tools/containers/engine.mjs start'
      : null);
  if (why !== null) return skip(why);
  const env = { ...process.env, ...OWN };
  try {
    await startDaemon();
  } catch (error) {
    await stop().catch(() => undefined); // as far as it may
    return skip(error.message.split('\n')[0]);
  }
  try {
    const [missing] = missingBaseImages(env);
    const problem = missing ? `the image ${missing.name} is not in the cache` : packageCacheProblem(env);
    if (problem !== null)
      return skip(`${problem}: node tools/containers/engine.mjs run docker compose build`);
    buildFromDist(env);
    const inEngine = { ...env, CONTAINERS: '1' };
    const { status } = spawnSync('nsenter', [`--net=${NAMESPACE}`, program, ...words], {
      stdio: 'inherit',
      env: inEngine,
    });
    process.exitCode = status ?? 1;
  } finally {
    await stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...words] = process.argv.slice(2);
  if (command === 'run' && words.length > 0) process.exitCode = await runCommand(words);
  else if (command === 'if-cached' && words.length > 0) await runIfCached(words);
  else if (command === 'start') await start();
  else if (command === 'stop') await stop();
  else if (command === 'remove') {
    await stop();
    rmSync(FOLDER, { recursive: true, force: true });
  } else {
    console.error(HELP);
    process.exitCode = 2;
  }
}
