import { execFile, spawnSync } from 'node:child_process';
import { createConnection } from 'node:net';
import { promisify } from 'node:util';
import { STARTED, brokerProperties } from './broker-config.mjs';
import { kafkaVersion } from './jars.mjs';
import { waitUntil } from './ports.mjs';

const docker = async (...args) => (await promisify(execFile)('docker', args)).stdout.trim();
const START_TIMEOUT_MS = 180_000;

/** Why Kafka cannot run in Docker here, or undefined if it can. */
export function whyNoDocker() {
  return spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0 ? undefined : 'no running Docker';
}

/** The same broker from Apache's image, in a container that keeps its data until `stop`. */
export async function prepareDockerBroker({ port, log }) {
  const properties = brokerProperties({ port, controllerPort: 29093, listenHost: '0.0.0.0' });
  const environment = Object.entries(properties).flatMap(([key, value]) => [
    '-e',
    `${variable(key)}=${value}`,
  ]);
  const publish = ['-p', `127.0.0.1:${port}:${port}`];
  const memory = ['-e', 'KAFKA_HEAP_OPTS=-Xms256m -Xmx512m'];
  log(`starting apache/kafka:${kafkaVersion} in Docker`);
  const container = await docker(
    'create',
    ...publish,
    ...environment,
    ...memory,
    `apache/kafka:${kafkaVersion}`,
  );
  const start = async () => {
    const since = new Date().toISOString();
    await docker('start', container);
    const started = async () =>
      (await docker('logs', '--since', since, container)).includes(STARTED) && (await answers(port));
    if (await waitUntil(started, START_TIMEOUT_MS))
      return Number(await docker('inspect', '-f', '{{.State.Pid}}', container));
    throw new Error(`Kafka did not start in Docker: ${await docker('logs', '--tail', '8', container)}`);
  };
  const end = async (_pid, signal) => {
    await docker(signal === 'SIGKILL' ? 'kill' : 'stop', container);
  };
  return { start, end, remove: () => docker('rm', '-f', container) };
}

/** The image's rule: KAFKA_, upper case, dots as underscores. */
function variable(property) {
  return `KAFKA_${property.toUpperCase().replaceAll('.', '_')}`;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = createConnection(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.on('close', () => resolve(false)).setTimeout(1000, () => socket.destroy());
    socket.on('connect', () => socket.destroy());
  });
}
