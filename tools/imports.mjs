import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { circlesOfFolders } from './folder-circles.mjs';
import { ROOT } from './install.mjs';

const CHECKED = ['apps', 'libs', 'bench', 'tools'];
/** Imports of one folder by another that a report names; of the others it says how many there are. */
const NAMED = 5;

const modules = cruise();
const circles = circlesOfFolders(modules);
for (const circle of circles) console.error(reportOf(circle));
if (circles.length > 0) process.exitCode = 1;
console.log(`${circles.length} circles of folders`);

/** Checks the rules of .dependency-cruiser.cjs. @returns every file with what it imports */
function cruise() {
  const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const config = path.join(ROOT, '.dependency-cruiser.cjs');
  const args = [cruiser, '--config', config, '--output-type', 'json', ...CHECKED];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
  if (stdout === '') throw new Error(stderr);
  const { modules, summary } = JSON.parse(stdout);
  for (const { rule, from, to } of summary.violations) console.error(`error ${rule.name}: ${from} → ${to}`);
  if (summary.violations.length > 0) process.exitCode = 1;
  console.log(`${summary.violations.length} violations in ${modules.length} files`);
  return modules;
}

/** The folders of a circle, and the imports of the shortest way round. */
function reportOf({ floor, folders, arcs }) {
  const lines = [
    `error folders-in-a-circle: ${floor}: ${folders.join(', ')}`,
    '  The shortest way round. It ends where all imports of one step are gone:',
  ];
  for (const { from, to, imports } of arcs) {
    lines.push(`  ${from} → ${to}`);
    for (const one of imports.slice(0, NAMED)) lines.push(`    ${one.source} imports ${one.resolved}`);
    if (imports.length > NAMED) lines.push(`    and ${imports.length - NAMED} more`);
  }
  return lines.join('\n');
}
