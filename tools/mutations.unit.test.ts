import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Mutation {
  readonly name: string;
  readonly from: string;
  readonly test?: string;
  /** The files that it changes. */
  readonly changes: readonly string[];
}

/** Read in a Node of its own, as `npm run mutation-check` reads them. */
function mutations(): readonly Mutation[] {
  const script = `import(${JSON.stringify(path.join(__dirname, 'mutations.mjs'))}).then(({ MUTATIONS, filesWithModule }) => {
    const dist = ${JSON.stringify(inWorkspace('dist'))};
    const changes = ({ file, test }) => (test ? [file] : filesWithModule(dist, file).map((one) => 'dist/' + one));
    console.log(JSON.stringify(MUTATIONS.map((mutation) => ({ ...mutation, changes: changes(mutation) }))));
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
  it.each(mutations())(
    '$name replaces a text that occurs once, wherever it runs',
    ({ changes, from, test }) => {
      for (const file of changes) expect(readFileSync(inWorkspace(file), 'utf8').split(from)).toHaveLength(2);
      // Services run from bundles.
      expect(changes.some((file) => file.includes('.modules.'))).toBe(test === undefined);
      expect(existsSync(inWorkspace(test ?? 'apps/all-in-one/test/faults'))).toBe(true);
    },
  );
});
