import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { completeChart } from './chart.mjs';
import { goProgram, hasGo } from './containers/go-programs.mjs';
import { ROOT } from './install.mjs';

const FOLDER = path.join(ROOT, 'dist/release');
/** Of the same Dockerfile, by the names that people pull. */
const IMAGES = [
  { name: 'tributary', target: 'services' },
  { name: 'tributary/all-in-one', target: 'all-in-one' },
];

/**
 * `npm run release`: what a release hands on, in dist/release with SHA256SUMS: both images where a container engine runs, the bill of
 * materials, the chart, the client, the notes. What cannot be made here is a line, and the exit code is 1 unless `--partial` allows it.
 */
export function release({ isPartial }) {
  const version = releasedVersion();
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const missing = [
    billOfMaterials(version),
    client(),
    chart(),
    ...IMAGES.map((image) => imageFile(image, version)),
  ].filter((line) => line !== null);
  writeFileSync(path.join(FOLDER, 'NOTES.md'), notesOf(version));
  const sums = checksums(FOLDER);
  writeFileSync(path.join(FOLDER, 'SHA256SUMS'), sums);
  for (const line of missing) console.error(`not in this release: ${line}`);
  console.log(`${version} in ${path.relative(ROOT, FOLDER)}:\n${sums}`);
  return missing.length === 0 || isPartial ? 0 : 1;
}

/** The one version, as every file names it. @throws if one differs */
export function releasedVersion() {
  const { version } = JSON.parse(read('package.json'));
  const named = {
    'libs/client/package.json': JSON.parse(read('libs/client/package.json')).version,
    'deploy/helm/Chart.yaml': /^version: (\S+)$/m.exec(read('deploy/helm/Chart.yaml'))?.[1],
    'deploy/helm/Chart.yaml (appVersion)': /^appVersion: (\S+)$/m.exec(read('deploy/helm/Chart.yaml'))?.[1],
    'deploy/kubernetes/base/kustomization.yaml': /newTag: (\S+) \}/.exec(
      read('deploy/kubernetes/base/kustomization.yaml'),
    )?.[1],
    'CHANGELOG.md': /^## \[(\d\S*)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md'))?.[1],
  };
  const others = Object.entries(named).filter(([, other]) => other !== version);
  if (others.length === 0) return version;
  throw new Error(
    `package.json is of version ${version}, but ${others.map(([file, other]) => `${file} of ${other}`).join(', ')}`,
  );
}

/** The version's part of the changelog. */
export function notesOf(version, changelog = read('CHANGELOG.md')) {
  const [, after = ''] = changelog.split(`\n## [${version}]`);
  return `# Tributary ${version}\n\n${after.slice(after.indexOf('\n')).split('\n## [')[0].trim()}\n`;
}

/** A line as `sha256sum --check` reads it for each file. */
export function checksums(folder) {
  const names = readdirSync(folder).filter((name) => name !== 'SHA256SUMS');
  const sum = (name) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
  return names
    .sort()
    .map((name) => `${sum(name)}  ${name}\n`)
    .join('');
}

function billOfMaterials(version) {
  run(process.execPath, ['tools/supply-chain.mjs']);
  cpSync(path.join(ROOT, '.data/sbom.cdx.json'), path.join(FOLDER, `tributary-${version}.cdx.json`));
  return null;
}

function client() {
  const folder = path.join(ROOT, 'libs/client');
  rmSync(path.join(folder, 'dist'), { recursive: true, force: true });
  run('npx', ['tsc', '-p', 'tsconfig.pack.json'], folder);
  run('npm', ['pack', '--silent', '--pack-destination', FOLDER], folder);
  return null;
}

function chart() {
  const folder = completeChart();
  if (!hasGo()) return 'the chart: Helm is built with Go, which is not installed';
  run(goProgram('helm'), ['package', folder, '--destination', FOLDER]);
  return null;
}

/** As `docker load` reads it. */
function imageFile({ name, target }, version) {
  if (spawnSync('docker', ['info'], { stdio: 'ignore' }).status !== 0) {
    return `the image ${name}: no container engine runs here`;
  }
  const tag = `${name}:${version}`;
  run('docker', ['build', '--file', 'deploy/Dockerfile', '--target', target, '--tag', tag, '.']);
  const file = path.join(FOLDER, `${name.replaceAll('/', '-')}-${version}.tar`);
  run('docker', ['save', '--output', file, tag]);
  run('gzip', ['--force', file]);
  return null;
}

function run(program, words, cwd = ROOT) {
  execFileSync(program, words, { cwd, stdio: ['ignore', 2, 2] });
}

function read(file) {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = release({ isPartial: process.argv.includes('--partial') });
}
