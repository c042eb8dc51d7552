import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../install.mjs';
import { installJars, kafkaVersion } from '../kafka/jars.mjs';

const STAND_INS = fileURLToPath(new URL('stand-ins', import.meta.url));
const DOCKERFILE = readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8');
const COMPOSE = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
const NODE = named(DOCKERFILE, /^ARG NODE_IMAGE=(node:\S+)$/m);
/** `kafka-configs.sh` is in a jar that Maven Central has of this version, and of no newer one. */
const KAFKA_WITH_COMMANDS = '4.3.1';

/**
 * The images that ours are made of, and that Compose runs. Where they cannot be pulled, stand-ins get their names: Debian by
 * debootstrap, its PostgreSQL, Caddy and Prometheus, and npm's Node and Maven's Kafka on it. Grafana and the collector have none.
 */
const BASE_IMAGES = [
  { name: named(DOCKERFILE, /^ARG DEBIAN_IMAGE=(\S+)$/m), make: debian },
  { name: NODE, folder: 'node', fill: node },
  { name: named(COMPOSE, /image: (postgres:\S+)/), folder: 'postgres' },
  { name: named(COMPOSE, /image: (apache\/kafka:\S+)/), folder: 'kafka', fill: kafka },
  { name: named(COMPOSE, /image: (caddy:\S+)/), folder: 'caddy' },
  { name: named(COMPOSE, /image: (prom\/prometheus:\S+)/), folder: 'prometheus' },
];

export function missingBaseImages(env) {
  return BASE_IMAGES.filter(
    ({ name }) => spawnSync('docker', ['image', 'inspect', name], { stdio: 'ignore', env }).status !== 0,
  );
}

/** Pulls what is not there, or builds its stand-in, once for a machine. */
export async function ensureBaseImages(env) {
  for (const image of missingBaseImages(env)) {
    if (
      spawnSync('docker', ['pull', '--quiet', image.name], { stdio: 'ignore', env, timeout: 300_000 })
        .status === 0
    )
      continue;
    console.error(`${image.name} cannot be pulled: making a stand-in`);
    const work = mkdtempSync(path.join(tmpdir(), 'tributary-base-'));
    try {
      if (image.make) image.make(image.name, work, env);
      else await build(image, work, env);
    } finally {
      rmSync(work, { recursive: true, force: true });
    }
  }
}

async function build({ name, folder, fill }, work, env) {
  cpSync(path.join(STAND_INS, folder), work, { recursive: true });
  await fill?.(work);
  execFileSync('docker', ['build', '--quiet', '--tag', name, work], { env, stdio: ['ignore', 'ignore', 2] });
}

function debian(name, work, env) {
  const tree = path.join(work, 'tree');
  const [, release] = /:(\w+)-slim$/.exec(name);
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', release, tree], {
    stdio: ['ignore', 'ignore', 2],
  });
  // As the image: no documents and translations of packages, these and later ones, and no lists.
  const without = ['doc', 'man', 'info', 'locale'].map((one) => `path-exclude /usr/share/${one}/*\n`);
  writeFileSync(path.join(tree, 'etc/dpkg/dpkg.cfg.d/docker'), without.join(''));
  const left = [
    './var/cache/apt/archives/*.deb',
    './var/lib/apt/lists/*',
    './usr/share/doc/*',
    './usr/share/man/*',
    './usr/share/locale/*',
  ];
  const words = left.map((one) => `--exclude='${one}'`).join(' ');
  const script = `tar -C "$1" ${words} -c . | docker import --change 'CMD ["bash"]' - "$2"`;
  execFileSync('bash', ['-euo', 'pipefail', '-c', script, 'import', tree, name], {
    env,
    stdio: ['ignore', 'ignore', 2],
  });
}

function node(work) {
  const version = NODE.slice('node:'.length).replace('-slim', '');
  const packages = path.join(work, 'packages');
  mkdirSync(packages);
  execFileSync(
    'npm',
    ['install', '--prefix', packages, '--no-save', '--silent', `node@${version}`, 'npm@11'],
    { stdio: ['ignore', 'ignore', 2] },
  );
  const modules = path.join(packages, 'node_modules');
  cpSync(path.join(modules, 'node/bin/node'), path.join(work, 'node'), { dereference: true });
  cpSync(path.join(modules, 'npm'), path.join(work, 'npm'), { recursive: true, dereference: true });
  rmSync(packages, { recursive: true });
  cpSync('/etc/ssl/certs/ca-certificates.crt', path.join(work, 'ca-certificates.crt'), { dereference: true });
}

async function kafka(work) {
  cpSync(await installJars(console.error), path.join(work, 'libs'), { recursive: true });
  const pom = path.join(ROOT, 'tools/kafka/pom.xml');
  const words = [
    '-q',
    '-B',
    '-f',
    pom,
    `-Dkafka.version=${KAFKA_WITH_COMMANDS}`,
    'dependency:copy-dependencies',
  ];
  const options = ['-DincludeScope=runtime', `-DoutputDirectory=${path.join(work, 'commands')}`];
  execFileSync('mvn', [...words, ...options], { stdio: ['ignore', 'ignore', 2] });
  console.error(`Kafka ${kafkaVersion} with the commands of ${KAFKA_WITH_COMMANDS}`);
}

function named(text, pattern) {
  const name = pattern.exec(text)?.[1];
  if (name === undefined) throw new Error(`no base image is named by ${pattern}`);
  return name;
}
