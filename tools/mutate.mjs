import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { ROOT } from './install.mjs';
import { MUTATIONS } from './mutations.mjs';

/**
 * `npm run mutation-check [-- <name> …]`: takes one safeguard at a time out of a copy of the build and runs the fault that
 * it guards against. A fault suite that still passes guards nothing: exit code 1.
 */
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !MUTATIONS.some((mutation) => mutation.name === name));
if (unknown !== undefined) {
  console.error(`no mutation ${unknown}; there are: ${MUTATIONS.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
await build();
const chosen = MUTATIONS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const survivors = chosen.filter((mutation) => !isFound(mutation));
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutations found`);
process.exit(survivors.length > 0 ? 1 : 0);

function isFound(mutation) {
  const directory = path.join(ROOT, '.data', 'mutations', mutation.name);
  try {
    const messages = failuresOn(mutatedBuild(mutation, directory), mutation.fault, directory);
    const shown = messages.map((message) => mutation.shows.exec(message)?.[0]).find(Boolean);
    console.log(`${shown ? 'found   ' : 'SURVIVED'} ${mutation.name}: ${mutation.what}`);
    console.log(`         ${shown ?? (messages.join('\n').slice(0, 2000) || 'no test failed')}`);
    return shown !== undefined;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Inside the workspace, so that the copy finds the installed packages. */
function mutatedBuild({ name, file, from, to }, directory) {
  const copy = path.join(directory, 'dist');
  mkdirSync(directory, { recursive: true });
  cpSync(path.join(ROOT, 'dist'), copy, { recursive: true });
  const mutated = path.join(copy, file);
  const text = readFileSync(mutated, 'utf8');
  const places = text.split(from).length - 1;
  if (places !== 1) throw new Error(`${name}: ${file} has the text to replace ${places} times, not once`);
  writeFileSync(
    mutated,
    text.replace(from, () => to),
  );
  return copy;
}

/** What the failing tests say. */
function failuresOn(buildDirectory, fault, directory) {
  const outputFile = path.join(directory, 'results.json');
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const args = [jest, 'apps/all-in-one/src/faults', '-t', fault, '--json', `--outputFile=${outputFile}`];
  const env = { ...process.env, FAULT_BUILD: buildDirectory };
  spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore' });
  if (!existsSync(outputFile)) throw new Error('the fault suite did not run');
  const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8'));
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []),
  );
}
