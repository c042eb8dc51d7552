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
import { bundlePrograms, PROGRAM } from './bundle.mjs';
import { buildConsoleIfStale, CONSOLE } from './console.mjs';
import { ROOT } from './install.mjs';
import { makeBrandsIfStale } from './merchants.mjs';

const NOT_BUILT = /\.test\.ts$|\.d\.ts$|\.cjs$/;

/** What others build below `dist`: the console, and the site of `npm run docs -- --site`. */
const BUILT_ELSEWHERE = [CONSOLE.dist, path.join('dist', 'docs')];

/** The production packages: the content of the image. Programs run from bundles; the console is built by Vite. */
export const PRODUCT = {
  dist: path.join(ROOT, 'dist'),
  sources: productSources,
  isWithConsole: true,
  isBundled: true,
};
/** The same again with test support and benchmarks, for the processes that these start. */
export const TESTS = { dist: path.join(ROOT, 'dist-test'), sources: testSources };

/** Compiles changes since the last build, if any; the check alone takes milliseconds. */
export async function buildIfStale(target = PRODUCT) {
  makeBrandsIfStale();
  const kept = fingerprintFile(target);
  const stale = !existsSync(kept) || readFileSync(kept, 'utf8') !== fingerprint(target.sources());
  if (stale) await build(target);
  else if (target.isWithConsole) await buildConsoleIfStale();
}

/**
 * Compiles those of a target's sources that have changed since the last build. Files are replaced one by one and only
 * where they differ, so that a process that runs from them never misses one; outputs without a source are removed.
 */
export async function build(target = PRODUCT) {
  makeBrandsIfStale();
  const files = target.sources();
  const built = fingerprint(files);
  const { outputs, record } = await compile(target, files);
  if (target.isBundled) {
    for (const [file, content] of await bundlePrograms(target.dist, outputs)) outputs.set(file, content);
  }
  outputs.set(fingerprintFile(target), built);
  removeOthers(target.dist, outputs);
  for (const [file, content] of outputs) replace(file, content);
  record();
  if (target.isWithConsole) await buildConsoleIfStale();
  return files.length;
}

/**
 * Builds a target again and again in this process: what has not changed is neither read, compiled nor written again. Of the
 * programs, only these are made: the rest of the build is stale, as the next `buildIfStale` finds.
 * @param isMade tells by its path below `dist`
 */
export function repeatedBuild(target, isMade) {
  const kept = new Map();
  const written = new Map();
  let bundles = new Map();
  const isOtherProgram = (file) => {
    const name = path.relative(target.dist, file);
    return PROGRAM.test(name) && !isMade(name);
  };
  return async () => {
    makeBrandsIfStale();
    const { outputs, record } = await compile(target, target.sources(), kept);
    const made = await bundlePrograms(target.dist, outputs, isMade);
    for (const [file, content] of new Map([...outputs, ...made])) {
      if (written.get(file) === content || isOtherProgram(file)) continue;
      replace(file, content);
      written.set(file, content);
    }
    for (const file of [...bundles.keys()].filter((earlier) => !made.has(earlier))) {
      removeWithCompiledCode(file);
      written.delete(file);
    }
    bundles = made;
    record();
  };
}

/**
 * The compiled files by path, and what is to be called once they are written.
 * @param kept outputs of earlier builds of this process
 */
async function compile(target, files, kept = new Map()) {
  const compiled = compiledBefore(target, files, kept);
  const { transformFile } = await import('@swc/core');
  const results = await Promise.allSettled(
    files.map((file) => compiled.outputsOf(file) ?? outputsOf(target.dist, file, transformFile)),
  );
  const failures = results.filter(({ status }) => status === 'rejected').map(({ reason }) => reason);
  if (failures.length > 0) throw new BuildError(failures);
  for (const [index, { value }] of results.entries()) compiled.keep(files[index], value);
  const outputs = new Map(results.flatMap(({ value }) => value));
  for (const [file, content] of packageEntries(target, files)) outputs.set(file, content);
  return { outputs, record: compiled.record };
}

export class BuildError extends Error {
  constructor(failures) {
    super(failures.map(({ message }) => message).join('\n'));
    this.name = 'BuildError';
  }
}

function productSources() {
  return sourcesIn(['src']).filter((file) => !file.startsWith(path.join('libs', 'testing')));
}

function testSources() {
  return [
    ...sourcesIn(['src', 'test']),
    ...filesUnder('bench').filter((file) => file.endsWith('.ts')),
  ].sort();
}

function isOfConsole(file) {
  return file.startsWith(path.join(CONSOLE.root, 'src') + path.sep);
}

function sourcesIn(folders) {
  const packages = ['apps', 'libs'].flatMap((kind) => namesIn(kind).map((name) => path.join(kind, name)));
  return packages
    .flatMap((name) => folders.flatMap((folder) => filesUnder(path.join(name, folder))))
    .filter((file) => !NOT_BUILT.test(file) && !isOfConsole(file))
    .sort();
}

/** Of what tests share, this alone loads a service's libraries: an entry of its own keeps the rest light. */
const SERVICES_OF_TESTS = path.join('libs', 'testing', 'src', 'services', 'index.ts');

/** How compiled code finds `@tributary/<name>`: an entry beside it that leads to the package's compiled index. */
function packageEntries({ dist }, files) {
  return files.flatMap((file) => {
    const name = /^(?:apps|libs)\/([^/]+)\/src\/index\.ts$/.exec(file)?.[1];
    const entry = file === SERVICES_OF_TESTS ? 'testing/services' : name;
    if (entry === undefined) return [];
    const folder = path.join(dist, 'node_modules/@tributary', entry);
    const target = path.relative(folder, path.join(dist, file.replace(/\.ts$/, '.js')));
    return [[path.join(folder, 'index.js'), `module.exports = require('${target}');\n`]];
  });
}

function outputNames(dist, file) {
  const output = path.join(dist, file);
  if (!file.endsWith('.ts')) return [output];
  const compiled = output.replace(/\.ts$/, '.js');
  return [compiled, `${compiled}.map`];
}

async function outputsOf(dist, file, transformFile) {
  const [compiled, mapFile] = outputNames(dist, file);
  if (mapFile === undefined) return [[compiled, readFileSync(path.join(ROOT, file))]];
  const { code, map } = await transformFile(path.join(ROOT, file), {
    cwd: ROOT,
    sourceFileName: path.relative(path.dirname(compiled), path.join(ROOT, file)),
  });
  return [
    [compiled, `${code}\n//# sourceMappingURL=${path.basename(mapFile)}\n`],
    [mapFile, map],
  ];
}

/** What the last build compiled; nothing where the compiler or its settings have changed since. */
function compiledBefore({ dist, isBundled = false }, files, kept) {
  const file = path.join(ROOT, '.nx', `compiled-${path.basename(dist)}.json`);
  const compiler = COMPILER.map(stampOf).join('\n');
  // Taken before anything is read: what is written during the build is compiled by the next one.
  const stamps = Object.fromEntries(files.map((source) => [source, stampOf(source)]));
  const recorded = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const before = recorded.compiler === compiler ? recorded.stamps : {};
  return {
    keep: (source, outputs) => kept.set(source, { stamp: stamps[source], outputs }),
    /** As they are; undefined where they have to be made. */
    outputsOf(source) {
      const known = kept.get(source);
      if (known?.stamp === stamps[source]) return known.outputs;
      const names = outputNames(dist, source);
      // In place of a program's main module is what launches its bundle.
      const isReplaced = isBundled && PROGRAM.test(path.relative(dist, names[0]));
      const isKept =
        !isReplaced && before[source] === stamps[source] && names.every((name) => existsSync(name));
      return isKept ? names.map((name) => [name, readFileSync(name)]) : undefined;
    },
    record: () => replace(file, JSON.stringify({ compiler, stamps })),
  };
}

function fingerprintFile({ dist }) {
  return path.join(dist, '.fingerprint');
}

const COMPILER = ['.swcrc', 'package-lock.json', 'tools/build.mjs'];

/** Changes when a source is added, removed or written, or when the compiler or its settings change. */
export function fingerprint(files) {
  const hash = createHash('sha256');
  for (const file of [...files, ...COMPILER, 'tools/bundle.mjs']) hash.update(`${stampOf(file)}\n`);
  return hash.digest('hex');
}

function stampOf(file) {
  const { mtimeMs, size } = statSync(path.join(ROOT, file));
  return `${file} ${mtimeMs} ${size}`;
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
    const isKept =
      outputs.has(file) ||
      outputs.has(compiledCodeOf(file)) ||
      BUILT_ELSEWHERE.some((folder) => file.startsWith(path.join(ROOT, folder) + path.sep));
    if (entry.isFile() && !isKept) rmSync(file, { force: true });
  }
}

function removeWithCompiledCode(script) {
  const folder = path.dirname(script);
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    if (compiledCodeOf(file) === script) rmSync(file, { force: true });
  }
}

/** The script whose compiled code a launched program keeps in the file, if it is such a file. */
function compiledCodeOf(file) {
  return file.replace(/\.\w+\.cache$/, '');
}

/** All files below a folder, by their paths from the root. */
export function filesUnder(directory) {
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
  const compile = process.argv.includes('--if-stale') ? buildIfStale : build;
  compile(process.argv.includes('--tests') ? TESTS : PRODUCT).then(
    (count) => count && console.log(`Built ${count} files in ${Date.now() - startedAt} ms.`),
    (error) => {
      console.error(error.message);
      process.exitCode = 1;
    },
  );
}
