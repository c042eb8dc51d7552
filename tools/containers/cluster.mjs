import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../install.mjs';
import { builtProgram, CACHE, goProgram, hasGo } from './go-programs.mjs';
import { kubeconfigOf } from './kubeconfig.mjs';

const HELP = `node tools/containers/cluster.mjs run COMMAND…   runs the command beside a cluster of two nodes, with kubectl
node tools/containers/cluster.mjs start          starts the cluster, for several runs
node tools/containers/cluster.mjs stop           ends it, and removes all but the images

Its images are built by the container engine that the command docker reaches; SAVED_IMAGES=1 uses those of an earlier run.
NETWORK_POLICIES=1 lets the nodes enforce network policies, by kube-router.`;

const FOLDER = path.join(CACHE, 'cluster');
const IMAGES = path.join(CACHE, 'cluster-images');
const KUBECONFIG = path.join(FOLDER, 'kubeconfig');
const READY_WITHIN_MS = 300_000;
const COMMAND_WITHIN_MS = 45 * 60_000;

/** The control plane and the nodes have a network namespace each, so that nothing of the machine's own network is touched. */
const NETWORK = '10.213.78';
const PLANE = { name: 'tributary-plane', address: `${NETWORK}.1` };
const NODES = [1, 2].map((number) => ({
  name: `node-${number}`,
  namespace: `tributary-node-${number}`,
  address: `${NETWORK}.${10 + number}`,
  pods: `10.244.${number}.0/24`,
  folder: path.join(FOLDER, `node-${number}`),
}));
const PODS = '10.244.0.0/16';
const SERVICES = '10.96.0.0/16';

/** By kube-router. On a loaded machine two reads failed with it as a node was drained, so FULL=1 does without. */
const ENFORCES_POLICIES = process.env.NETWORK_POLICIES === '1';

const GO_PROGRAMS = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
  'coredns',
  'kubectl',
  ...(ENFORCES_POLICIES ? ['kube-router'] : []),
];
const DEBIAN = {
  'etcd-server': ['etcd'],
  containerd: ['containerd', 'ctr'],
  runc: ['runc'],
  iproute2: ['ip'],
  iptables: ['iptables'],
  ...(ENFORCES_POLICIES ? { ipset: ['ipset'] } : {}),
  conntrack: ['conntrack'],
  'util-linux': ['nsenter', 'unshare'],
};
const CNI_PLUGINS = '/usr/lib/cni';
/** Where node programs insist on writing, of which each node gets one of its own. */
const OF_EACH_NODE = ['/var/lib/kubelet', '/var/lib/cni'];
/** The kubelet sets these for the machine. */
const TUNED = [
  'vm/overcommit_memory',
  'vm/panic_on_oom',
  'kernel/panic',
  'kernel/panic_on_oops',
  'kernel/keys/root_maxkeys',
  'kernel/keys/root_maxbytes',
];

/** Both nodes run the product; the stores stay on the first, so that the second can be drained. */
const PRODUCT = 'tributary:cluster';
const PAUSE = 'tributary-pause:cluster';
const imagesOf = ({ name }) => (name === 'node-1' ? ['product', 'stores'] : ['product']);

/** Why there can be no cluster here, or null. */
function whyNoCluster() {
  if (process.platform !== 'linux') return 'it needs Linux';
  if (process.getuid?.() !== 0) return 'it needs root';
  const missing = Object.entries(DEBIAN).filter(
    ([, programs]) => !programs.every((program) => succeeds('which', [program])),
  );
  const packages = missing.map(([name]) => name);
  if (!existsSync(path.join(CNI_PLUGINS, 'ptp'))) packages.push('containernetworking-plugins');
  if (packages.length > 0) return `programs are missing (on Debian: apt-get install ${packages.join(' ')})`;
  if (!process.env.SAVED_IMAGES && !succeeds('docker', ['info']))
    return 'no container engine makes its images';
  const unbuilt = GO_PROGRAMS.filter((program) => builtProgram(program) === null);
  if (unbuilt.length > 0 && !hasGo())
    return `${unbuilt.join(', ')} are built with Go, which is not installed`;
  return null;
}

async function start() {
  stop();
  for (const program of GO_PROGRAMS) goProgram(program);
  if (!process.env.SAVED_IMAGES) saveImages();
  mkdirSync(FOLDER, { recursive: true });
  for (const name of TUNED) keepTuned(name);
  makeNetwork();
  const token = randomBytes(24).toString('hex');
  writeFileSync(KUBECONFIG, JSON.stringify(kubeconfigOf(`https://${PLANE.address}:6443`, token)), {
    mode: 0o600,
  });
  await startPlane(token);
  for (const node of NODES) startNode(node);
  for (const node of NODES) await containerdOf(node);
  // One after the other: unpacking is what takes the time.
  for (const node of NODES) for (const set of imagesOf(node)) importImages(node, set);
  await until(`the nodes are ready: see ${FOLDER}/node-*/*.log`, () => {
    const { stdout } = kubectl(
      'get',
      'nodes',
      '--output=jsonpath={.items[*].status.conditions[?(@.type=="Ready")].status}',
    );
    return stdout.trim() === NODES.map(() => 'True').join(' ');
  });
}

/** Builds the product's image, and saves it and those of the stores where they have changed. Docker pulls what it does not have. */
function saveImages() {
  mkdirSync(IMAGES, { recursive: true });
  const compose = readFileSync(path.join(ROOT, 'docker-compose.yml'), 'utf8');
  const stores = [/image: (postgres:\S+)/, /image: (apache\/kafka:\S+)/].map((name) => name.exec(compose)[1]);
  const dockerfile = readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8');
  const [debian] = /(?<=^ARG DEBIAN_IMAGE=)\S+$/m.exec(dockerfile);
  const script = `
    docker build --quiet --file deploy/Dockerfile --tag ${PRODUCT} .
    for store in ${stores.join(' ')}; do docker image inspect $store >/dev/null || docker pull --quiet $store; done
    printf 'FROM ${debian}\nCMD ["sleep", "infinity"]\n' | docker build --quiet --tag ${PAUSE} -
    save() {
      ids=$(docker image inspect --format '{{.Id}}' "\${@:2}")
      [ "$ids" = "$(cat "${IMAGES}/$1.ids" 2>/dev/null)" ] && return
      docker save --output "${IMAGES}/$1.tar" "\${@:2}"
      echo "$ids" > "${IMAGES}/$1.ids"
    }
    save product ${PRODUCT} ${PAUSE}
    save stores ${stores.join(' ')}`;
  execFileSync('bash', ['-euo', 'pipefail', '-c', script], { cwd: ROOT, stdio: ['ignore', 2, 2] });
}

/** A bridge in the control plane's namespace; each node routes to the pods of the others. */
function makeNetwork() {
  const inPlane = (...words) => run('ip', '-n', PLANE.name, ...words);
  run('ip', 'netns', 'add', PLANE.name);
  inPlane('link', 'set', 'lo', 'up');
  inPlane('link', 'add', 'nodes', 'type', 'bridge');
  inPlane('addr', 'add', `${PLANE.address}/24`, 'dev', 'nodes');
  inPlane('link', 'set', 'nodes', 'up');
  for (const { name, namespace, address } of NODES) {
    const inNode = (...words) => run('ip', '-n', namespace, ...words);
    run('ip', 'netns', 'add', namespace);
    inPlane('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', namespace);
    inPlane('link', 'set', name, 'master', 'nodes', 'up');
    inNode('link', 'set', 'lo', 'up');
    inNode('addr', 'add', `${address}/24`, 'dev', 'eth0');
    inNode('link', 'set', 'eth0', 'up');
    // The kubelet looks for a way out; there is none.
    inNode('route', 'add', 'default', 'via', PLANE.address);
    inside(namespace, 'sysctl', '-qw', 'net.ipv4.ip_forward=1');
  }
  for (const { name, namespace } of NODES) {
    for (const { address, pods } of NODES.filter((other) => other.name !== name))
      run('ip', '-n', namespace, 'route', 'add', pods, 'via', address);
  }
  for (const { address, pods } of NODES) inPlane('route', 'add', pods, 'via', address);
  // Tests reach Services as what is outside of a cluster reaches a NodePort: by a node.
  inPlane('route', 'add', SERVICES, 'via', NODES[0].address);
}

async function startPlane(token) {
  const store = `http://${PLANE.address}:2379`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keyFile = path.join(FOLDER, 'service-accounts.pem');
  writeFileSync(keyFile, privateKey.export({ type: 'pkcs1', format: 'pem' }), { mode: 0o600 });
  writeFileSync(path.join(FOLDER, 'tokens.csv'), `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  daemon('etcd', PLANE.name, 'etcd', [
    `--data-dir=${FOLDER}/etcd`,
    `--listen-client-urls=${store}`,
    `--advertise-client-urls=${store}`,
    `--listen-peer-urls=http://${PLANE.address}:2380`,
    '--unsafe-no-fsync',
  ]);
  daemon('kube-apiserver', PLANE.name, goProgram('kube-apiserver'), [
    `--etcd-servers=${store}`,
    `--bind-address=${PLANE.address}`,
    `--cert-dir=${FOLDER}/certificates`,
    `--token-auth-file=${FOLDER}/tokens.csv`,
    '--authorization-mode=RBAC',
    `--service-cluster-ip-range=${SERVICES}`,
    '--service-account-issuer=https://kubernetes.default.svc',
    `--service-account-key-file=${keyFile}`,
    `--service-account-signing-key-file=${keyFile}`,
    '--endpoint-reconciler-type=none',
    '--kubelet-preferred-address-types=InternalIP',
  ]);
  await until(
    `the API server is ready: see ${FOLDER}/kube-apiserver.log`,
    () => kubectl('get', '--raw', '/readyz').status === 0,
  );
  const common = [`--kubeconfig=${KUBECONFIG}`, '--leader-elect=false', `--cert-dir=${FOLDER}/certificates`];
  daemon('kube-controller-manager', PLANE.name, goProgram('kube-controller-manager'), [
    ...common,
    `--service-account-private-key-file=${keyFile}`,
    '--use-service-account-credentials=false',
  ]);
  daemon('kube-scheduler', PLANE.name, goProgram('kube-scheduler'), common);
  const corefile = path.join(FOLDER, 'Corefile');
  writeFileSync(
    corefile,
    `.:53 {\n  bind ${PLANE.address}\n  errors\n  kubernetes cluster.local {\n    kubeconfig ${KUBECONFIG} here\n  }\n}\n`,
  );
  daemon('coredns', PLANE.name, goProgram('coredns'), ['-conf', corefile]);
}

/**
 * A node is a network namespace, and a process namespace whose end ends all that runs in it, with mounts that go with it: one
 * containerd, one kubelet, one kube-proxy.
 */
function startNode(node) {
  const { name, namespace, address, pods, folder } = node;
  for (const below of ['cni', 'logs', ...OF_EACH_NODE])
    mkdirSync(path.join(folder, below), { recursive: true });
  for (const directory of OF_EACH_NODE) mkdirSync(directory, { recursive: true });
  for (const group of controlGroups()) mkdirSync(path.join(group, `tributary-${name}`), { recursive: true });
  const file = (base, text) => writeFileSync(path.join(folder, base), text);
  file('containerd.toml', containerdConfig(folder));
  file('cni/10-pods.conflist', JSON.stringify(networkOf(pods, folder)));
  file('resolv.conf', `nameserver ${PLANE.address}\n`);
  file('kubelet.yaml', JSON.stringify(kubeletConfig(node)));
  const words = [
    ...['--hostname-override', name, '--node-ip', address, '--kubeconfig', KUBECONFIG],
    ...['--config', `${folder}/kubelet.yaml`, '--cert-dir', `${folder}/certificates`],
    ...['--node-labels', `topology.kubernetes.io/zone=zone-of-${name}`],
  ];
  // Sizes of the machine's table of connections are not a namespace's to set.
  const proxy = [
    '--conntrack-max-per-core=0',
    '--conntrack-min=0',
    '--conntrack-tcp-timeout-established=0s',
    '--conntrack-tcp-timeout-close-wait=0s',
  ];
  file(
    'node.sh',
    `set -euo pipefail
mount --make-rshared /
${OF_EACH_NODE.map((directory) => `mount --bind ${folder}${directory} ${directory}`).join('\n')}
containerd --config ${folder}/containerd.toml &> ${folder}/containerd.log &
until [ -S ${folder}/run/containerd.sock ]; do sleep 0.2; done
${goProgram('kube-proxy')} --kubeconfig ${KUBECONFIG} --hostname-override ${name} --cluster-cidr ${PODS} ${proxy.join(' ')} &> ${folder}/kube-proxy.log &
${ENFORCES_POLICIES ? firewallOf(node) : ''}
${goProgram('kubelet')} ${words.join(' ')} &> ${folder}/kubelet.log &
wait
`,
  );
  const apart = ['--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  daemon(name, namespace, 'unshare', [...apart, 'bash', `${folder}/node.sh`]);
}

/** It ends as long as the kubelet has not made the node. */
function firewallOf({ name, folder }) {
  const alone = [
    '--run-firewall=true',
    '--run-router=false',
    '--run-service-proxy=false',
    '--enable-cni=false',
  ];
  const words = ['--kubeconfig', KUBECONFIG, '--hostname-override', name, ...alone];
  const rest = [`--service-cluster-ip-range=${SERVICES}`, '--health-port=0'];
  const command = [goProgram('kube-router'), ...words, ...rest].join(' ');
  return `{ until ${command}; do sleep 1; done } &> ${folder}/kube-router.log &`;
}

const containerdConfig = (folder) => `version = 2
root = "${folder}/containerd"
state = "${folder}/run"
disabled_plugins = ["io.containerd.internal.v1.opt"]
[grpc]
  address = "${folder}/run/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "docker.io/library/${PAUSE}"
  netns_mounts_under_state_dir = true
  disable_apparmor = true
  # Where root may not lower the score of a process, as in a container.
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".containerd]
    default_runtime_name = "runc"
    [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
      runtime_type = "io.containerd.runc.v2"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${CNI_PLUGINS}"
    conf_dir = "${folder}/cni"
`;

/** Each pod has a link of its own to the node, which routes: a bridge would answer past the node's translation of addresses. */
const networkOf = (pods, folder) => ({
  cniVersion: '0.4.0',
  name: 'pods',
  plugins: [
    {
      type: 'ptp',
      ipam: {
        type: 'host-local',
        dataDir: `${folder}/addresses`,
        ranges: [[{ subnet: pods }]],
        routes: [{ dst: '0.0.0.0/0' }],
      },
    },
  ],
});

const kubeletConfig = ({ name, folder }) => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  containerRuntimeEndpoint: `unix://${folder}/run/containerd.sock`,
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: 'AlwaysAllow' },
  cgroupDriver: 'cgroupfs',
  cgroupRoot: `/tributary-${name}`,
  failCgroupV1: false,
  failSwapOn: false,
  clusterDNS: [PLANE.address],
  clusterDomain: 'cluster.local',
  resolvConf: `${folder}/resolv.conf`,
  podLogsDir: `${folder}/logs`,
  volumePluginDir: `${folder}/plugins`,
  localStorageCapacityIsolation: false,
  // The disk is the machine's: it is not for this cluster to make room there.
  evictionHard: { 'memory.available': '100Mi' },
  imageGCHighThresholdPercent: 100,
  imageGCLowThresholdPercent: 99,
  serializeImagePulls: false,
});

async function containerdOf({ folder }) {
  await until(`containerd answers: see ${folder}/containerd.log`, () =>
    succeeds('ctr', ['--address', `${folder}/run/containerd.sock`, 'version']),
  );
}

/** Unpacked now, not when the first pod starts. */
function importImages({ namespace, folder }, set) {
  const ctr = ['ctr', '--address', `${folder}/run/containerd.sock`, '--namespace', 'k8s.io'];
  inside(namespace, ...ctr, 'images', 'import', path.join(IMAGES, `${set}.tar`));
}

/** Ends and removes all of it, as far as it is there. */
function stop() {
  const pids = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.pid')) : [];
  // Nodes first: the end of `unshare` is that of all in its namespaces.
  const inOrder = [
    ...pids.filter((name) => name.startsWith('node-')),
    ...pids.filter((name) => !name.startsWith('node-')),
  ];
  for (const name of inOrder) end(Number(readFileSync(path.join(FOLDER, name), 'utf8')));
  for (const { name } of NODES) {
    for (const group of controlGroups()) removeGroups(path.join(group, `tributary-${name}`));
  }
  for (const namespace of [...NODES.map((node) => node.namespace), PLANE.name]) {
    if (existsSync(`/run/netns/${namespace}`)) succeeds('ip', ['netns', 'del', namespace]);
  }
  for (const name of TUNED) restoreTuned(name);
  for (const directory of OF_EACH_NODE) {
    if (existsSync(directory) && readdirSync(directory).length === 0) rmdirSync(directory);
  }
  rmSync(FOLDER, { recursive: true, force: true });
}

const tunedFile = (name) => path.join(FOLDER, `tuned-${name.replaceAll('/', '-')}`);

function keepTuned(name) {
  const now = path.join('/proc/sys', name);
  if (existsSync(now)) writeFileSync(tunedFile(name), readFileSync(now));
}

function restoreTuned(name) {
  if (existsSync(tunedFile(name))) writeFileSync(path.join('/proc/sys', name), readFileSync(tunedFile(name)));
}

const controlGroups = () => {
  const root = '/sys/fs/cgroup';
  if (existsSync(path.join(root, 'cgroup.controllers'))) return [root];
  return readdirSync(root, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? path.join(root, entry.name) : [],
  );
};

/** From the innermost outwards; a group whose processes are just ending is busy for a moment. */
function removeGroups(folder) {
  if (!existsSync(folder)) return;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) removeGroups(path.join(folder, entry.name));
  }
  for (let tries = 0; tries < 50; tries++) {
    try {
      return rmdirSync(folder);
    } catch (error) {
      if (error.code !== 'EBUSY') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
    }
  }
}

function daemon(name, namespace, program, words) {
  const log = openSync(path.join(FOLDER, `${name}.log`), 'w');
  const child = spawn('nsenter', [`--net=/run/netns/${namespace}`, program, ...words], {
    detached: true,
    stdio: ['ignore', log, log],
    cwd: FOLDER,
  });
  writeFileSync(path.join(FOLDER, `${name}.pid`), String(child.pid));
  child.unref();
}

function end(pid) {
  succeeds('kill', [String(pid)]);
  for (let tries = 0; runs(pid) && tries < 100; tries++)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  if (runs(pid)) succeeds('kill', ['-9', String(pid)]);
}

/** A child of this process that has ended stays in the list until this process does something else than to wait. */
function runs(pid) {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

const kubectl = (...words) =>
  spawnSync(
    'nsenter',
    [`--net=/run/netns/${PLANE.name}`, goProgram('kubectl'), '--kubeconfig', KUBECONFIG, ...words],
    { encoding: 'utf8' },
  );

async function until(what, condition) {
  const giveUpAt = Date.now() + READY_WITHIN_MS;
  while (!condition()) {
    if (Date.now() > giveUpAt) throw new Error(`it took too long until ${what}`);
    await wait(500);
  }
}

function inside(namespace, program, ...words) {
  return run('nsenter', `--net=/run/netns/${namespace}`, program, ...words);
}

function run(program, ...words) {
  return execFileSync(program, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

function succeeds(program, words) {
  return spawnSync(program, words, { stdio: 'ignore' }).status === 0;
}

const isRunning = () => existsSync(KUBECONFIG) && kubectl('get', '--raw', '/readyz').status === 0;

/** In the control plane's network, where pods and Services are reached, with the cluster's names. */
async function runCommand(command) {
  const wasRunning = isRunning();
  try {
    if (!wasRunning) await start();
    const names = path.join(FOLDER, 'resolv.conf');
    writeFileSync(names, `nameserver ${PLANE.address}\nsearch svc.cluster.local\noptions ndots:5\n`);
    const bin = path.join(FOLDER, 'bin');
    mkdirSync(bin, { recursive: true });
    if (!existsSync(path.join(bin, 'kubectl'))) symlinkSync(goProgram('kubectl'), path.join(bin, 'kubectl'));
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, KUBECONFIG, CLUSTER: '1' };
    const script = `mount --bind ${names} /etc/resolv.conf; exec "$@"`;
    const words = ['unshare', '--mount', 'bash', '-euc', script, 'beside', ...command];
    const options = { stdio: 'inherit', env, timeout: COMMAND_WITHIN_MS };
    return spawnSync('nsenter', [`--net=/run/netns/${PLANE.name}`, ...words], options).status ?? 1;
  } finally {
    if (!wasRunning) stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command, ...words] = process.argv.slice(2);
  const why = command === 'stop' ? null : whyNoCluster();
  if (!['run', 'start', 'stop'].includes(command) || (command === 'run' && words.length === 0)) {
    console.error(HELP);
    process.exitCode = 2;
  } else if (why !== null) {
    console.error(`No cluster: ${why}.`);
    // Suites are counted as skipped.
    if (command === 'run')
      process.exitCode = spawnSync(words[0], words.slice(1), { stdio: 'inherit' }).status ?? 1;
  } else if (command === 'run') process.exitCode = await runCommand(words);
  else if (command === 'start') await start();
  else stop();
}
