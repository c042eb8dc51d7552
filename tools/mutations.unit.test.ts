import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Mutation {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly test?: string;
}

/** Read in a Node of its own, as `npm run mutation-check` reads them. */
function mutations(): readonly Mutation[] {
  const script = `import(${JSON.stringify(path.join(__dirname, 'mutations.mjs'))}).then(({ MUTATIONS }) => {
    console.log(JSON.stringify(MUTATIONS));
  })`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as Mutation[];
}

function inWorkspace(file: string): string {
  return path.join(__dirname, '..', file);
}

// `npm test` does not run them: without this test they would stop matching the code unnoticed.
describe('the mutation check', () => {
  it.each(mutations())('$name replaces a text that occurs once in its file', ({ file, from, test }) => {
    const mutated = inWorkspace(test === undefined ? path.join('dist', file) : file);
    expect(readFileSync(mutated, 'utf8').split(from)).toHaveLength(2);
    expect(existsSync(inWorkspace(test ?? 'apps/all-in-one/test/faults'))).toBe(true);
  });
});
