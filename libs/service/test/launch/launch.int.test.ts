import { workspaceRoot } from '@tributary/testing';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const LAUNCH = path.join(workspaceRoot(), 'dist/libs/service/src/launch/launch.js');

let directory: string;

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'tributary-launch-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** Runs a program whose packages are one line of 95 KB, as in a bundle. @param code of what its package does */
function ended(code: string) {
  const filler = ';'.repeat(95_000);
  const files = {
    'packages.js': `(() => ({ thrower: () => { ${filler} return { run: () => { ${code} } } } }))`,
    'modules.js': `({ 'main.js': (exports, require) => { require('thrower').run(); } })`,
  };
  const bundle = { packages: 'packages.js', modules: 'modules.js', main: './main.js' };
  const main = `require('${LAUNCH}').launch(__dirname, __dirname, ${JSON.stringify(bundle)})`;
  for (const [name, text] of Object.entries({ ...files, 'program.js': main })) {
    writeFileSync(path.join(directory, name), text);
  }
  return spawnSync(process.execPath, [path.join(directory, 'program.js')], { encoding: 'utf8' });
}

it.each([
  ['while it starts', `throw new Error('no such level')`],
  ['later', `setTimeout(() => { throw new Error('no such level'); })`],
  ['in a promise that nobody awaits', `void Promise.reject(new Error('no such level'))`],
])('a program that fails %s says its error, and not a page of its own code', (_when, code) => {
  const { status, stderr } = ended(code);
  expect(status).toBe(1);
  expect(stderr).toMatch(/^Error: no such level\n {4}at /);
  expect(stderr.length).toBeLessThan(4096);
});
