import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const POM = fileURLToPath(new URL('pom.xml', import.meta.url));
const JARS = fileURLToPath(new URL('../../.data/kafka/libs', import.meta.url));
const OLDEST_JAVA = 17;

/** The Kafka version that the pom names. */
export const kafkaVersion = /<kafka\.version>(.+?)</.exec(readFileSync(POM, 'utf8'))?.[1] ?? 'unknown';

/** Why Kafka cannot run from its jars here, or undefined if it can. Says what to install. */
export function whyNoJars() {
  const java = javaVersion();
  if (java === undefined)
    return `Java ${OLDEST_JAVA} or newer is missing (for example: apt-get install openjdk-17-jre-headless)`;
  if (java < OLDEST_JAVA) return `Java ${OLDEST_JAVA} or newer is needed, ${javaCommand()} is ${java}`;
  if (!isInstalled() && spawnSync(mavenCommand(), ['-v'], { shell: isWindows }).status !== 0) {
    return 'Maven is missing (for example: apt-get install maven)';
  }
  return undefined;
}

/** Brings the broker's jars from Maven Central, once for each state of the pom; returns their directory. */
export async function installJars(log) {
  if (isInstalled()) return JARS;
  log(`bringing Apache Kafka ${kafkaVersion} from Maven Central`);
  const draft = `${JARS}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  await runMaven(draft);
  writeFileSync(path.join(draft, 'pom.sha256'), pomHash());
  // Renamed into its final path; if another process was faster, its copy is as good.
  if (!isInstalled()) {
    rmSync(JARS, { recursive: true, force: true });
    renameSync(draft, JARS);
  }
  rmSync(draft, { recursive: true, force: true });
  return JARS;
}

export function javaCommand() {
  return process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, 'bin', 'java') : 'java';
}

const isWindows = process.platform === 'win32';

function mavenCommand() {
  return isWindows ? 'mvn.cmd' : 'mvn';
}

function isInstalled() {
  const mark = path.join(JARS, 'pom.sha256');
  return existsSync(mark) && readFileSync(mark, 'utf8') === pomHash();
}

function pomHash() {
  return createHash('sha256').update(readFileSync(POM)).digest('hex');
}

function javaVersion() {
  const { status, stderr } = spawnSync(javaCommand(), ['-version'], { encoding: 'utf8' });
  const major = status === 0 ? /version "(\d+)/.exec(stderr)?.[1] : undefined;
  return major === undefined ? undefined : Number(major);
}

function runMaven(outputDirectory) {
  const args = ['-q', '-B', '-f', POM, 'dependency:copy-dependencies'];
  const options = ['-DincludeScope=runtime', `-DoutputDirectory=${outputDirectory}`];
  const maven = spawn(mavenCommand(), [...args, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows,
  });
  let output = '';
  maven.stdout.on('data', (chunk) => (output += chunk));
  maven.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    maven.on('error', reject);
    maven.on('close', (code) => {
      if (code === 0) return resolve();
      reject(
        new Error(`Maven could not bring Apache Kafka ${kafkaVersion}: ${output.trim().slice(0, 2000)}`),
      );
    });
  });
}
