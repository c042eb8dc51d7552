import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from './install.mjs';

const DIST = path.join(ROOT, 'dist');
const FINGERPRINT = path.join(DIST, '.fingerprint');
const NOT_BUILT = /\.test\.ts$|\.d\.ts$|\.cjs$/;

/** Compiles what has changed since the last build, or nothing; the check alone takes milliseconds. */
export async function buildIfStale() {
  const stale = !existsSync(FINGERPRINT) || readFileSync(FINGERPRINT, 'utf8') !== fingerprint(sources());
  if (stale) await build();
}

/**
 * Compiles apps, libs and bench to dist. Files are replaced one by one and only where they differ, so that a
 * process that runs from dist never misses one; outputs without a source are removed.
 */
export async function build() {
  const files = sources();
  const built = fingerprint(files);
  const { transformFile } = await import('@swc/core');
  const results = await Promise.allSettled(files.map((file) => outputsOf(file, transformFile)));
  const failures = results.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0) throw new BuildError(failures);
  const outputs = new Map(results.flatMap(({ value }) => value));
  for (const [file, content] of packageEntries()) outputs.set(file, content);
  outputs.set(FINGERPRINT, built);
  removeOthers(DIST, outputs);
  for (const [file, content] of outputs) replace(file, content);
  return files.length;
}

export class BuildError extends Error {
  constructor(failures) {
    super(failures.map(({ message }) => message).join('\n'));
    this.name = 'BuildError';
  }
}

/** Everything under the packages' `src`, and the benchmarks. */
function sources() {
  const packages = ['apps', 'libs'].flatMap((kind) =>
    namesIn(kind)
      .map((name) => path.join(kind, name, 'src'))
      .filter((src) => existsSync(path.join(ROOT, src))),
  );
  const bench = filesUnder('bench').filter((file) => file.endsWith('.ts'));
  return [...packages.flatMap(filesUnder), ...bench].filter((file) => !NOT_BUILT.test(file)).sort();
}

/** How compiled code finds `@tributary/<name>`: an entry beside it that leads to the package's compiled index. */
function packageEntries() {
  return ['apps', 'libs'].flatMap((kind) =>
    namesIn(kind)
      .filter((name) => existsSync(path.join(ROOT, kind, name, 'src/index.ts')))
      .map((name) => [
        path.join(DIST, 'node_modules/@tributary', name, 'index.js'),
        `module.exports = require('../../../${kind}/${name}/src/index.js');\n`,
      ]),
  );
}

async function outputsOf(file, transformFile) {
  const output = path.join(DIST, file);
  if (!file.endsWith('.ts')) return [[output, readFileSync(path.join(ROOT, file))]];
  const compiled = output.replace(/\.ts$/, '.js');
  const { code, map } = await transformFile(path.join(ROOT, file), {
    cwd: ROOT,
    sourceFileName: path.relative(path.dirname(compiled), path.join(ROOT, file)),
  });
  const mapFile = `${compiled}.map`;
  return [
    [compiled, `${code}\n//# sourceMappingURL=${path.basename(mapFile)}\n`],
    [mapFile, map],
  ];
}

/** Changes when a source is added, removed or written, or when the compiler or its settings change. */
function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of [...files, '.swcrc', 'package-lock.json', 'tools/build.mjs']) {
    const { mtimeMs, size } = statSync(path.join(ROOT, file));
    hash.update(`${file} ${mtimeMs} ${size}\n`);
  }
  return hash.digest('hex');
}

function replace(file, content) {
  if (existsSync(file) && readFileSync(file).equals(Buffer.from(content))) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, content);
  renameSync(draft, file);
}

function removeOthers(directory, outputs) {
  if (!existsSync(directory)) return;
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !outputs.has(file)) rmSync(file, { force: true });
  }
}

function filesUnder(directory) {
  const entries = existsSync(path.join(ROOT, directory))
    ? readdirSync(path.join(ROOT, directory), { recursive: true, withFileTypes: true })
    : [];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
}

function namesIn(directory) {
  return readdirSync(path.join(ROOT, directory));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const startedAt = Date.now();
  build().then(
    (count) => console.log(`Built ${count} files in ${Date.now() - startedAt} ms.`),
    (error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
