import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const CACHE = path.join(process.env.XDG_CACHE_HOME ?? path.join(homedir(), '.cache'), 'tributary');

const KUBERNETES = '1.34.4';
const kubernetes = (name) => ({
  module: 'k8s.io/kubernetes',
  version: `v${KUBERNETES}`,
  package: `cmd/${name}`,
  // Parts of the same repository, each published as a module with the same number below 1.
  parts: `v0.${KUBERNETES.slice(2)}`,
  versionIn: ['k8s.io/component-base/version.gitVersion', 'k8s.io/client-go/pkg/version.gitVersion'],
  stamps: {
    'k8s.io/component-base/version.gitMajor': '1',
    'k8s.io/component-base/version.gitMinor': KUBERNETES.split('.')[1],
  },
});

/**
 * Programs that checks and tests of deployments need and that Debian does not have. They are built from the Go module proxy, once for each
 * version, and kept outside of the checkout: Helm takes three minutes of processor time, the API server twenty.
 */
const PROGRAMS = {
  helm: {
    module: 'helm.sh/helm/v3',
    version: 'v3.19.5',
    package: 'cmd/helm',
    versionIn: ['helm.sh/helm/v3/internal/version.version'],
    // The cluster that templates are rendered for without one; its own build names it in the same way.
    stamps: {
      'helm.sh/helm/v3/pkg/chartutil.k8sVersionMajor': '1',
      'helm.sh/helm/v3/pkg/chartutil.k8sVersionMinor': '34',
    },
  },
  'docker-compose': {
    module: 'github.com/docker/compose/v2',
    version: 'v2.40.3',
    package: 'cmd',
    versionIn: ['github.com/docker/compose/v2/internal.Version'],
  },
  // The one that this Compose is made with.
  'docker-buildx': {
    module: 'github.com/docker/buildx',
    version: 'v0.29.1',
    package: 'cmd/buildx',
    versionIn: ['github.com/docker/buildx/version.Version'],
  },
  // With what a cluster of ours asks it for: all of its plugins bring the clients of three clouds.
  coredns: {
    module: 'github.com/coredns/coredns',
    version: 'v1.13.1',
    package: 'coremain',
    plugins: ['bind', 'errors', 'kubernetes'],
    versionIn: [],
  },
  // Reads the workflows of the forge: see tools/workflows.mjs. Ten seconds of processor time.
  actionlint: {
    module: 'github.com/rhysd/actionlint',
    version: 'v1.7.12',
    package: 'cmd/actionlint',
    versionIn: ['main.version'],
  },
  // Of its parts the one that enforces network policies.
  'kube-router': {
    module: 'github.com/cloudnativelabs/kube-router/v2',
    version: 'v2.1.0',
    package: 'cmd/kube-router',
    versionIn: [],
  },
  ...Object.fromEntries(
    ['kubectl', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kubelet', 'kube-proxy'].map(
      (name) => [name, kubernetes(name)],
    ),
  ),
};

/** The program's path, if it was built before; else null. */
export function builtProgram(name) {
  const file = fileOf(name);
  return existsSync(file) ? file : null;
}

/** Builds the program unless it is there. @throws where there is no Go, or the proxy cannot be reached. */
export function goProgram(name) {
  return builtProgram(name) ?? buildProgram(name);
}

export function hasGo() {
  return spawnSync('go', ['version'], { stdio: 'ignore' }).status === 0;
}

function fileOf(name) {
  return path.join(CACHE, `${name}-${PROGRAMS[name].version}`, name);
}

function buildProgram(name) {
  const { module, version, package: inModule, versionIn, stamps = {}, parts, plugins } = PROGRAMS[name];
  const folder = path.join(CACHE, `${name}-${version}`);
  const work = path.join(folder, 'module');
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const { GoMod } = JSON.parse(
    execFileSync('go', ['mod', 'download', '-json', `${module}@${version}`], { cwd: work, encoding: 'utf8' }),
  );
  writeFileSync(path.join(work, 'go.mod'), ownModule(readFileSync(GoMod, 'utf8'), module, version, parts));
  const draft = `${fileOf(name)}.${process.pid}`;
  const variables = Object.entries({
    ...Object.fromEntries(versionIn.map((variable) => [variable, version])),
    ...stamps,
  });
  const flags = ['-s', '-w', ...variables.map(([variable, value]) => `-X ${variable}=${value}`)].join(' ');
  const words = ['build', '-mod=mod', '-trimpath', '-buildvcs=false', '-ldflags', flags];
  if (plugins) writeFileSync(path.join(work, 'main.go'), mainWith(module, inModule, plugins));
  execFileSync('go', [...words, '-o', draft, plugins ? '.' : `${module}/${inModule}`], {
    cwd: work,
    env: { ...process.env, CGO_ENABLED: '0' },
    stdio: ['ignore', 2, 2],
  });
  renameSync(draft, fileOf(name));
  rmSync(work, { recursive: true, force: true });
  return fileOf(name);
}

/**
 * `go install …@version` refuses a module that excludes or replaces others. A module of our own says the same, with the published
 * `parts` in place of folders that the published module does not have.
 */
export function ownModule(upstream, module, version, parts) {
  const blocks = upstream.match(/^(?:exclude|replace|godebug) (?:\((?:\n.*)*?\n\)|[^(\n].*)$/gm) ?? [];
  const go = /^go .*$/m.exec(upstream)?.[0] ?? '';
  const published = blocks.map((block) =>
    block.replace(/^(\s*)(\S+) => \.\/staging\/.*$/gm, `$1$2 => $2 ${parts}`),
  );
  return ['module programs', go, `require ${module} ${version}`, ...published, ''].join('\n');
}

/** The program of a module that is made to be compiled with the plugins that one chooses. */
function mainWith(module, inModule, plugins) {
  const imported = plugins.map((plugin) => `import _ "${module}/plugin/${plugin}"`);
  return [
    'package main',
    ...imported,
    `import "${module}/${inModule}"`,
    `func main() { ${inModule}.Run() }`,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of process.argv.slice(2)) {
    try {
      console.log(goProgram(name));
    } catch (error) {
      console.error(`${name} could not be built: ${error.message.split('\n')[0]}`);
      process.exitCode = 1;
    }
  }
}
