import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../kafka/ports.mjs';
import { builtProgram, goProgram, hasGo } from './go-programs.mjs';
import { kubeconfigOf } from './kubeconfig.mjs';

const HELP = `node tools/containers/api-server.mjs run COMMAND…      runs the command with a Kubernetes API server, kubectl and helm
node tools/containers/api-server.mjs if-built COMMAND…  the same, but only where its programs were built before`;

const PROGRAMS = ['kube-apiserver', 'kube-controller-manager', 'kubectl', 'helm'];
const READY_WITHIN_MS = 120_000;
/** Has KEDA's own definitions in its folder config/crd/bases. */
const KEDA = 'github.com/kedacore/keda/v2@v2.18.1';

/** Why there can be none here, or null. */
function whyNoApiServer() {
  if (spawnSync('etcd', ['--version'], { stdio: 'ignore' }).status !== 0)
    return 'etcd is missing (on Debian: apt-get install etcd-server)';
  const unbuilt = PROGRAMS.filter((program) => builtProgram(program) === null);
  if (unbuilt.length > 0 && !hasGo())
    return `${unbuilt.join(', ')} are built with Go, which is not installed`;
  return null;
}

/**
 * Starts etcd, API server and controllers on ports of this machine that are free, with their data in a folder that goes with them. Nothing
 * runs pods, but the controllers make them, so that they are admitted or refused as on a cluster.
 */
async function start(folder, children) {
  const program = (name, file, words) => {
    const log = openSync(path.join(folder, `${name}.log`), 'w');
    children.push(spawn(file, words, { stdio: ['ignore', log, log], cwd: folder }));
  };
  const [clients, peers, port, health] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const store = `http://127.0.0.1:${clients}`;
  program('etcd', 'etcd', [
    `--data-dir=${folder}/etcd`,
    `--listen-client-urls=${store}`,
    `--advertise-client-urls=${store}`,
    `--listen-peer-urls=http://127.0.0.1:${peers}`,
    '--unsafe-no-fsync',
  ]);
  const token = randomBytes(24).toString('hex');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = path.join(folder, 'service-accounts.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
  writeFileSync(path.join(folder, 'tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  program('kube-apiserver', goProgram('kube-apiserver'), [
    `--etcd-servers=${store}`,
    '--bind-address=127.0.0.1',
    `--secure-port=${port}`,
    `--cert-dir=${folder}/certificates`,
    `--token-auth-file=${folder}/tokens.csv`,
    '--authorization-mode=RBAC',
    '--service-cluster-ip-range=10.96.0.0/16',
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${keyFile}`,
    `--service-account-signing-key-file=${keyFile}`,
    '--endpoint-reconciler-type=none',
  ]);
  const kubeconfig = path.join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, JSON.stringify(kubeconfigOf(`https://127.0.0.1:${port}`, token)), {
    mode: 0o600,
  });
  await ready(`https://127.0.0.1:${port}`, kubeconfig, folder);
  program('kube-controller-manager', goProgram('kube-controller-manager'), [
    `--kubeconfig=${kubeconfig}`,
    `--service-account-private-key-file=${keyFile}`,
    '--use-service-account-credentials=false',
    '--leader-elect=false',
    '--bind-address=127.0.0.1',
    `--secure-port=${health}`,
    `--cert-dir=${folder}/certificates-of-controllers`,
  ]);
  return kubeconfig;
}

async function ready(address, kubeconfig, folder) {
  const until = Date.now() + READY_WITHIN_MS;
  const kubectl = goProgram('kubectl');
  const words = ['--kubeconfig', kubeconfig, 'get', '--raw', '/readyz'];
  while (spawnSync(kubectl, words, { stdio: 'ignore' }).status !== 0) {
    if (Date.now() > until) throw new Error(`${address} is not ready: see ${folder}/kube-apiserver.log`);
    await wait(500);
  }
}

/** The folder of KEDA's definitions, from the Go module proxy. */
function kedaDefinitions(folder) {
  const answer = execFileSync('go', ['mod', 'download', '-json', KEDA], { cwd: folder, encoding: 'utf8' });
  return path.join(JSON.parse(answer).Dir, 'config/crd/bases');
}

async function run([command, ...words]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-api-server-'));
  const running = [];
  try {
    const kubeconfig = await start(folder, running);
    const bin = path.join(folder, 'bin');
    mkdirSync(bin);
    for (const name of ['kubectl', 'helm']) symlinkSync(goProgram(name), path.join(bin, name));
    const env = {
      ...process.env,
      PATH: `${bin}:${process.env.PATH}`,
      KUBECONFIG: kubeconfig,
      API_SERVER: '1',
      KEDA_DEFINITIONS: kedaDefinitions(folder),
    };
    return spawnSync(command, words, { stdio: 'inherit', env }).status ?? 1;
  } finally {
    for (const child of running.reverse()) await ended(child);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** etcd last: the API server would wait for it. */
async function ended(child) {
  if (child.exitCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
  await exited;
  clearTimeout(late);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [how, ...words] = process.argv.slice(2);
  const why = whyNoApiServer();
  const isBuilt = PROGRAMS.every((program) => builtProgram(program) !== null);
  if (!['run', 'if-built'].includes(how) || words.length === 0) {
    console.error(HELP);
    process.exitCode = 2;
  } else if (why !== null || (how === 'if-built' && !isBuilt)) {
    const reason = why ?? `not built yet: node tools/containers/go-programs.mjs ${PROGRAMS.join(' ')}`;
    console.error(`No API server: ${reason}.`);
    // Suites are counted as skipped.
    if (how === 'run')
      process.exitCode = spawnSync(words[0], words.slice(1), { stdio: 'inherit' }).status ?? 1;
  } else {
    process.exitCode = await run(words);
  }
}
