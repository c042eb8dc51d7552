import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../install.mjs';
import { headingsOf, slugOf, withLinks } from './pages.mjs';

/** Every link of a page or of code that leads to no file, or to no heading or anchor of one. */
export function brokenSourceLinks() {
  const inPages = repositoryPages().flatMap((file) =>
    targetsOf(file)
      .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(file, target))
      .map((target) => `${file} → ${target}`),
  );
  const inCode = namedInCode().filter(([, target]) => !leadsSomewhere('', target));
  return [...inPages, ...inCode.map(([file, target]) => `${file} → ${target}`)];
}

/** The pages that code names by their path from the root, each with the file that names it. */
function namedInCode() {
  const code = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.sql', '*.yml', '*Dockerfile'];
  const words = ['grep', '-oIE', '\\bdocs/[a-z/-]+\\.md(#[a-z0-9-]+)?', '--', ...code];
  const { stdout } = spawnSync('git', words, { cwd: ROOT, encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.split(':'));
}

function repositoryPages() {
  const atRoot = readdirSync(ROOT).filter((file) => file.endsWith('.md'));
  const below = ['.github', 'apps', 'bench', 'deploy', 'docs', 'libs'].flatMap((folder) =>
    readdirSync(path.join(ROOT, folder), { recursive: true })
      .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
      .map((file) => path.posix.join(folder, file)),
  );
  return [...atRoot, ...below];
}

function targetsOf(file) {
  const targets = [];
  withLinks(read(file), ({ link, target }) => {
    targets.push(target);
    return link;
  });
  return targets;
}

function leadsSomewhere(from, target) {
  const [where, anchor] = target.split('#');
  const file = where === '' ? from : path.posix.join(path.posix.dirname(from), where);
  if (!existsSync(path.join(ROOT, file))) return false;
  if (anchor === undefined) return true;
  return !statSync(path.join(ROOT, file)).isDirectory() && anchorsOf(file).has(anchor);
}

const known = new Map();

function anchorsOf(file) {
  if (!known.has(file)) {
    const text = read(file);
    const named = [...text.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id);
    known.set(file, new Set([...headingsOf(text).map(slugOf), ...named]));
  }
  return known.get(file);
}

function read(file) {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const broken = brokenSourceLinks();
  for (const link of broken) console.log(link);
  process.exitCode = broken.length > 0 ? 1 : 0;
}
