import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './install.mjs';

/** `src` of an app or library, and the feature folder in it. */
const FEATURE = /^((?:apps|libs)\/[^/]+)\/src\/([^/]+)\//;

const modules = cruise();
const pairs = pairsAmong(modules);
for (const pair of pairs) console.error(`error folders-import-each-other: ${pair}`);
if (pairs.length > 0) process.exitCode = 1;
console.log(`${pairs.length} pairs of feature folders import each other`);

/** Checks the rules of .dependency-cruiser.cjs. @returns every file with what it imports */
function cruise() {
  const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = path.join(ROOT, '.dependency-cruiser.cjs');
  const args = [cruiser, '--config', config, '--output-type', 'json', 'apps', 'libs'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (stdout === '') throw new Error(stderr);
  const { modules, summary } = JSON.parse(stdout);
  for (const { rule, from, to } of summary.violations) console.error(`error ${rule.name}: ${from} → ${to}`);
  if (summary.violations.length > 0) process.exitCode = 1;
  console.log(`${summary.violations.length} violations in ${modules.length} files`);
  return modules;
}

/** Each pair once, as `apps/x: a, b`, sorted. */
function pairsAmong(modules) {
  const imports = new Set(
    modules.flatMap(({ source, dependencies }) =>
      dependencies.map(({ resolved }) => importOf(source, resolved)),
    ),
  );
  return [...imports]
    .filter(Boolean)
    .map((one) => one.split(' '))
    .filter(([home, from, to]) => from < to && imports.has(`${home} ${to} ${from}`))
    .map(([home, from, to]) => `${home}: ${from}, ${to}`)
    .sort();
}

function importOf(source, resolved) {
  const [, home, from] = FEATURE.exec(source) ?? [];
  const [, otherHome, to] = FEATURE.exec(resolved) ?? [];
  return home !== undefined && home === otherHome && from !== to ? `${home} ${from} ${to}` : null;
}
