import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from './build.mjs';
import { ROOT } from './install.mjs';
import { filesWithModule, MUTATIONS } from './mutations.mjs';

/**
 * `npm run mutation-check [-- <name> …]`: removes one safeguard at a time, from a copy of the build for the fault that
 * it guards against, or from a source file for a test. A suite that still passes guards nothing: exit code 1.
 */
const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !MUTATIONS.some((mutation) => mutation.name === name));
if (unknown !== undefined) {
  console.error(`no mutation ${unknown}; there are: ${MUTATIONS.map(({ name }) => name).join(', ')}`);
  process.exit(1);
}
const chosen = MUTATIONS.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
if (chosen.some(({ fault }) => fault !== undefined)) await build();
const survivors = chosen.filter((mutation) => !isFound(mutation));
console.log(`${chosen.length - survivors.length} of ${chosen.length} mutations found`);
process.exit(survivors.length > 0 ? 1 : 0);

function isFound(mutation) {
  const directory = path.join(ROOT, '.data', 'mutations', mutation.name);
  try {
    rmSync(directory, { recursive: true, force: true }); // of a check that was killed
    mkdirSync(directory, { recursive: true });
    const messages = mutation.test
      ? failuresOf(['--config', mutatedConfig(mutation, directory), mutation.test], {}, directory)
      : failuresOnBuild(mutatedBuild(mutation, directory), mutation.fault, directory);
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
  cpSync(path.join(ROOT, 'dist'), copy, { recursive: true, filter: (source) => !source.endsWith('.cache') });
  for (const mutated of filesWithModule(copy, file)) {
    const text = readFileSync(path.join(copy, mutated), 'utf8');
    expectOnce(name, mutated, text, from);
    writeFileSync(
      path.join(copy, mutated),
      text.replace(from, () => to),
    );
  }
  return copy;
}

/** The workspace's configuration of Jest, with a transform that mutates one file. */
function mutatedConfig({ name, file, from, to }, directory) {
  expectOnce(name, file, readFileSync(path.join(ROOT, file), 'utf8'), from);
  const transform = [
    path.join(ROOT, 'tools/mutating-transform.cjs'),
    { file: path.join(ROOT, file), from, to },
  ];
  const config = path.join(directory, 'jest.config.cjs');
  writeFileSync(
    config,
    `const base = require(${JSON.stringify(path.join(ROOT, 'jest.config.cjs'))});
const [pattern] = Object.keys(base.transform);
module.exports = { ...base, rootDir: ${JSON.stringify(ROOT)}, transform: { [pattern]: ${JSON.stringify(transform)} } };
`,
  );
  return config;
}

function expectOnce(name, file, text, from) {
  const places = text.split(from).length - 1;
  if (places !== 1) throw new Error(`${name}: ${file} has the text to replace ${places} times, not once`);
}

function failuresOnBuild(buildDirectory, fault, directory) {
  return failuresOf(
    ['apps/all-in-one/test/faults', '-t', fault],
    { FAULT_BUILD: buildDirectory, SHARE: 'all' },
    directory,
  );
}

/** What the failing tests say. */
function failuresOf(words, environment, directory) {
  const outputFile = path.join(directory, 'results.json');
  const jest = path.join(ROOT, 'node_modules/jest/bin/jest.js');
  const args = [jest, ...words, '--reporters=default', '--json', `--outputFile=${outputFile}`];
  const env = { ...process.env, TEST_POSTGRES: 'own', ...environment };
  spawnSync(process.execPath, args, { cwd: ROOT, env, stdio: 'ignore' });
  if (!existsSync(outputFile)) throw new Error('the suite did not run');
  const { testResults } = JSON.parse(readFileSync(outputFile, 'utf8'));
  return testResults.flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ failureMessages }) => failureMessages ?? []),
  );
}
