import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './install.mjs';

/** A shorter file that only one other file uses is a part of that one. */
const LINES_MIN = 40;

/**
 * Roles that files have by their names, in every folder of their kind: a reader finds them by the name, however short they
 * are.
 */
const ROLES = {
  'how a program begins': /\/(main|index|run|telemetry)\.tsx?$/,
  'a part of the HTTP interface': /[./](bodies|controllers?|page|pages|resource|routes|schema|view)\.tsx?$/,
  'what reads or writes tables': /[./](entity|migrations?|projection|reader|service|store)\.ts$/,
  'what answers a message or a command': /[./](command|commands|consumers?|control|handlers?)\.ts$/,
  'how a part is put together': /[./](config|descriptor|module|port)\.ts$/,
  'a contract between services': /\.(documents?|v\d+)\.ts$/,
  'a pure decision, which its caller carries out': /-decision\.ts$/,
  'a screen of the console': /-screen\.tsx$/,
  'one of the files that each provider has': /\/providers\/[\w-]+\/(client\/errors|institutions)\.ts$/,
  'what a destination shows of itself, as each has it': /\/destinations\/[\w-]+\/resources\.ts$/,
  'the texts of pages': /\/pages\/rendering\/templates\/[\w-]+\.ts$/,
};

/** These list what they import: a module its providers, an index what others may use. */
const LISTS = /\/(index|[\w-]+\.module)\.ts$/;
const IMPORT = /\bfrom '(\.[^']*)'|\bimport '(\.[^']*)'/g;
/** A file that is loaded apart cannot be part of another one. */
const LOADED_APART = /\bimport\('(\.[^']*)'\)/g;
const EXTENSIONS = ['.ts', '.tsx', '/index.ts'];

/** The sources of the product by their paths: no tests, and nothing that is generated. */
function sourcesOf(root) {
  const patterns = ['apps/*/src/*.ts', 'apps/*/src/*.tsx', 'libs/*/src/*.ts'];
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  });
  const files = stdout
    .trim()
    .split('\n')
    .filter((file) => existsSync(path.join(root, file)));
  return new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]));
}

/** The one file that uses each file which no module or index lists, and which is loaded with it. */
function soleUsers(sources) {
  const users = new Map();
  for (const [file, text] of sources) {
    if (isTest(file)) continue;
    for (const [pattern, isApart] of [
      [IMPORT, LISTS.test(file)],
      [LOADED_APART, true],
    ]) {
      for (const [, from, bare] of text.matchAll(pattern)) {
        const target = resolved(file, from ?? bare, sources);
        if (target === undefined) continue;
        const found = users.get(target) ?? new Set();
        users.set(target, found.add(isApart ? null : file));
      }
    }
  }
  return new Map(
    [...users]
      .filter(([, found]) => found.size === 1 && !found.has(null))
      .map(([file, [user]]) => [file, user]),
  );
}

function resolved(file, from, sources) {
  const target = path.posix.join(path.posix.dirname(file), from);
  return EXTENSIONS.map((extension) => target + extension).find((one) => sources.has(one));
}

function isTest(file) {
  return /\.test\.tsx?$/.test(file);
}

/**
 * Short files that belong into the one file that uses them: they have no role and no test of their own.
 * @returns {string[]} `<file> is part of <its user>`
 */
export function partsOfOthers(root = ROOT) {
  const sources = sourcesOf(root);
  return [...soleUsers(sources)]
    .filter(([file]) => sources.get(file).trimEnd().split('\n').length < LINES_MIN)
    .filter(([file]) => !Object.values(ROLES).some((role) => role.test(file)))
    .filter(([file]) => !sources.has(file.replace(/\.tsx?$/, '.unit.test.ts')))
    .map(([file, user]) => `${file} is part of ${user}`)
    .sort();
}

if (process.argv[1] === import.meta.filename) {
  const parts = partsOfOthers();
  for (const part of parts) console.log(part);
  console.log(`${parts.length} short files that one other file uses`);
}
