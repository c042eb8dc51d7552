import { spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { STARTED, asPropertiesFile, brokerProperties, LOG4J_PROPERTIES } from './broker-config.mjs';
import { installJars, javaCommand } from './jars.mjs';
import { freePort, waitUntil } from './ports.mjs';

const START_TIMEOUT_MS = 90_000;
const STOP_TIMEOUT_MS = 30_000;
const MEMORY = [
  '-Xms256m',
  '-Xmx512m',
  '-XX:+UseG1GC',
  '-XX:MaxGCPauseMillis=20',
  '-Djava.awt.headless=true',
];

/** Prepares `dataDir` (jars, configuration, formatted log) and returns how to start and end a broker on it. */
export async function prepareJavaBroker({ dataDir, port, secured, log }) {
  const jars = await installJars(log);
  await endLeftOver(dataDir);
  mkdirSync(dataDir, { recursive: true });
  const files = writeConfiguration(dataDir, { port, controllerPort: await freePort(), secured });
  const java = (main, args) => [
    ...MEMORY,
    `-Dlog4j2.configurationFile=${files.log4j}`,
    '-cp',
    path.join(jars, '*'),
    main,
    ...args,
  ];
  if (!existsSync(path.join(dataDir, 'log', 'meta.properties'))) await format(java, files, secured?.users);
  return { start: () => start(java('kafka.Kafka', [files.server]), files), end };
}

function writeConfiguration(dataDir, listening) {
  const inDir = (name) => path.join(dataDir, name);
  const files = {
    server: inDir('server.properties'),
    log4j: inDir('log4j2.properties'),
    output: inDir('broker.log'),
    owner: inDir('owner.json'),
  };
  const properties = { ...brokerProperties(listening), 'log.dirs': inDir('log') };
  writeFileSync(files.server, asPropertiesFile(properties));
  writeFileSync(files.log4j, LOG4J_PROPERTIES);
  return files;
}

async function format(java, files, users = {}) {
  const clusterId = randomBytes(16).toString('base64url').replaceAll('-', 'A');
  const args = java('kafka.tools.StorageTool', [
    'format',
    ...['-t', clusterId, '-c', files.server],
    ...Object.entries(users).flatMap(([name, password]) => [
      '--add-scram',
      `SCRAM-SHA-512=[name=${name},password=${password}]`,
    ]),
  ]);
  const output = openSync(files.output, 'w');
  const child = spawn(javaCommand(), args, { stdio: ['ignore', output, output] });
  closeSync(output);
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  if (code !== 0) throw new Error(`Kafka's log directory could not be formatted: ${tail(files.output)}`);
}

/** In a session of its own: Ctrl-C reaches the clients first, and they end the broker after themselves. */
async function start(args, files) {
  const output = openSync(files.output, 'w');
  const child = spawn(javaCommand(), args, { detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  child.on('error', () => undefined); // Seen below as a missing process id.
  child.unref();
  writeFileSync(files.owner, JSON.stringify({ owner: process.pid, broker: child.pid }));
  const ended = () => child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  const started = () => readFileSync(files.output, 'utf8').includes(STARTED);
  await waitUntil(() => ended() || started(), START_TIMEOUT_MS);
  if (!ended() && started()) return child.pid;
  child.kill('SIGKILL');
  throw new Error(`Kafka did not start: ${tail(files.output)}`);
}

/** Ends a broker: SIGTERM lets it close its log, SIGKILL is a crash. */
async function end(pid, signal) {
  if (!isRunning(pid)) return;
  process.kill(pid, signal);
  if (await waitUntil(() => !isRunning(pid), STOP_TIMEOUT_MS)) return;
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !isRunning(pid), STOP_TIMEOUT_MS);
}

/** Ends a broker whose owner crashed; one whose owner lives is left alone, and so is a reused process id. */
async function endLeftOver(dataDir) {
  const file = path.join(dataDir, 'owner.json');
  if (!existsSync(file)) return;
  const { owner, broker } = JSON.parse(readFileSync(file, 'utf8'));
  if (isRunning(broker) && commandLine(broker).includes(dataDir)) {
    if (owner !== process.pid && isRunning(owner)) {
      throw new Error(`The Kafka in ${dataDir} is in use by process ${owner}: stop that first.`);
    }
    await end(broker, 'SIGTERM');
  }
  rmSync(file, { force: true });
}

/** Signal 0 also reaches a zombie, which is over as soon as none of its threads holds the port any more. */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (error.code !== 'EPERM') return false;
  }
  const stat = readProc(pid, 'stat');
  return stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z' || threadCount(pid) > 1;
}

function threadCount(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`).length;
  } catch {
    return 0; // Ended meanwhile.
  }
}

/** '' if the system does not report it: then no process is ended on suspicion. */
function commandLine(pid) {
  return readProc(pid, 'cmdline').replaceAll('\0', ' ');
}

function readProc(pid, file) {
  const name = `/proc/${pid}/${file}`;
  try {
    return readFileSync(name, 'utf8');
  } catch {
    return ''; // No /proc on this system, or the process has just ended.
  }
}

function tail(file) {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-8).join('\n');
}
