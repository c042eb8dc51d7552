import { createInterface } from 'node:readline';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareDockerBroker, whyNoDocker } from './docker-broker.mjs';
import { prepareJavaBroker } from './java-broker.mjs';
import { whyNoJars } from './jars.mjs';
import { assertPortFree, freePort } from './ports.mjs';

const DATA_DIR = fileURLToPath(new URL('../../.data/kafka/broker', import.meta.url));

/** Why no broker can be started here (Java and Maven missing, no Docker), or undefined if one can. Cheap. */
export function whyNoKafka() {
  const noJars = whyNoJars();
  if (noJars === undefined) return undefined;
  const noDocker = whyNoDocker();
  return noDocker === undefined ? undefined : `${noJars}; ${noDocker}`;
}

/**
 * Starts one real Kafka node (KRaft), from its jars or else in Docker, and waits until it serves.
 * `stop()` closes its log; `kill()` is a crash; `restart()` brings it back on the same port and data after either.
 * `secured` makes it an encrypted one that wants a sign-in and lets its `users` do what they are granted (from its jars only).
 * @param {{dataDir?: string, port?: number, secured?: {user: string, password: string, pem: string, users?: Record<string, string>}, log?: (message: string) => void}} [options]
 */
export async function startKafka({ dataDir = DATA_DIR, port = 0, secured, log = () => undefined } = {}) {
  const unavailable = whyNoKafka();
  if (unavailable !== undefined) throw new Error(`Kafka cannot run here: ${unavailable}.`);
  const chosen = port === 0 ? await freePort() : port;
  await assertPortFree(chosen);
  const prepare = whyNoJars() === undefined ? prepareJavaBroker : prepareDockerBroker;
  const broker = await prepare({ dataDir: path.resolve(dataDir), port: chosen, secured, log });
  const kafka = { brokers: `127.0.0.1:${chosen}`, pid: await broker.start() };
  const end = (signal) => broker.end(kafka.pid, signal);
  return Object.assign(kafka, {
    kill: () => end('SIGKILL'),
    restart: async () => {
      await end('SIGTERM');
      kafka.pid = await broker.start();
    },
    stop: async () => {
      await end('SIGTERM');
      await broker.remove?.();
    },
  });
}

/** `npm run kafka`: one broker until Ctrl-C. */
async function runForPeople() {
  const kafka = await startKafka({
    port: Number(process.env.KAFKA_PORT ?? 0),
    log: (line) => console.error(line),
  });
  console.log(`KAFKA_BROKERS=${kafka.brokers}`);
  const idle = setInterval(() => undefined, 2 ** 30);
  onSignal(async () => {
    await kafka.stop();
    clearInterval(idle);
  });
}

/**
 * `--json`: for programs. Takes `kill`, `restart` or `stop` on lines of standard input and answers each with one
 * JSON line; the end of the input (a parent that died) stops the broker.
 */
async function runForPrograms([dataDir, port, secured]) {
  const kafka = await startKafka({
    dataDir,
    port: Number(port ?? 0),
    secured: secured && JSON.parse(secured),
    log: (line) => console.error(line),
  });
  const say = (done) => console.log(JSON.stringify({ done, brokers: kafka.brokers, pid: kafka.pid }));
  onSignal(() => kafka.stop().then(() => process.exit()));
  say('start');
  try {
    for await (const command of createInterface({ input: process.stdin })) {
      if (command === 'stop') break;
      await kafka[command]();
      say(command);
    }
  } finally {
    await kafka.stop();
  }
  say('stop');
  process.exit();
}

function onSignal(end) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void end());
}

/** `--why-not`: prints why no broker can be started here, or nothing if one can. */
async function explain() {
  console.log(whyNoKafka() ?? '');
}

const MODES = { '--json': runForPrograms, '--why-not': explain };

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [mode, ...args] = process.argv.slice(2);
  (MODES[mode] ?? runForPeople)(args).catch((error) => {
    console.error(error.message);
    process.exit(1);
  });
}
