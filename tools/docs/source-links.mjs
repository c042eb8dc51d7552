import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../install.mjs';
import { headingsOf, slugOf, withLinks } from './pages.mjs';

/** Every link between the repository's pages that leads to no file, or to no heading or anchor of one. */
export function brokenSourceLinks() {
  return repositoryPages().flatMap((file) =>
    targetsOf(file)
      .filter((target) => !/^[a-z]+:/.test(target) && !leadsSomewhere(file, target))
      .map((target) => `${file} → ${target}`),
  );
}

function repositoryPages() {
  const atRoot = readdirSync(ROOT).filter((file) => file.endsWith('.md'));
  const below = ['.github', 'apps', 'deploy', 'docs', 'libs'].flatMap((folder) =>
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
