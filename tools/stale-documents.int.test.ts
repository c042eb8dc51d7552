import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './testing/deployments';
import { CheckoutCopy } from './testing/page-copy';

jest.setTimeout(300_000);

const COMMAND = 'Run `npm run docs`, and commit what it writes.\n';

/** Every generated file, and the line that says that it is stale. */
function staleLines(): readonly (readonly [file: string, line: string])[] {
  const table = JSON.stringify(path.join(ROOT, 'tools/docs.mjs'));
  const script = `import(${table}).then(({ DOCUMENTS }) => console.log(JSON.stringify(DOCUMENTS)))`;
  const { stdout } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  const documents = Object.entries(JSON.parse(stdout) as Record<string, { readonly from: string }>);
  return documents.map(([file, { from }]) => [file, `${file} is stale: it is generated from ${from}.`]);
}

const named = (output: string) => output.split('\n').filter((line) => line.includes(' is stale: '));

/** In a copy, since suites that run meanwhile read the files of the checkout. */
describe('generated files that are stale', () => {
  const lines = staleLines();
  let copy: CheckoutCopy;
  beforeAll(() => {
    copy = new CheckoutCopy();
  });
  afterAll(() => copy.remove());

  it('are named with `npm run docs` when a suite fails after a change of their source', () => {
    copy.apply({
      file: 'libs/contracts/src/documents/transactions/transaction.document.ts',
      before: '  mandate_id: text,\n',
      after: '  mandate_id: text,\n  batch_reference: text,\n',
    });
    copy.write('tools/fails.unit.test.ts', `it('fails', () => expect(1).toBe(2));\n`);
    const { output } = copy.run('npm test -- tools/fails.unit');
    const changed = [
      'docs/openapi.json',
      'libs/client/src/openapi.ts',
      'docs/asyncapi.yaml',
      'docs/reference/rule-language.md',
    ];
    expect(named(output)).toEqual(lines.flatMap(([file, line]) => (changed.includes(file) ? [line] : [])));
    expect(output).toContain(COMMAND);
  });

  it('are named with `npm run docs` by the check after they were edited by hand, each of them', () => {
    for (const [file] of lines) {
      const text = copy.read(file) ?? '';
      const edited = text.replace(/begin generated.*\n/, '$&edited\n');
      copy.write(file, edited === text ? `${text}edited\n` : edited);
    }
    const { succeeded, output } = copy.run('npm run docs -- --check');
    expect(named(output)).toEqual(lines.map(([, line]) => line));
    expect(output).toContain(COMMAND);
    expect(succeeded).toBe(false);
  });

  it.each(['package.json', 'apps/console/package.json'])(
    'are looked for when types of %s do not fit',
    (file) => {
      const { nx } = JSON.parse(readFileSync(path.join(ROOT, file), 'utf8')) as {
        nx: { targets: { typecheck: { command: string } } };
      };
      expect(nx.targets.typecheck.command).toMatch(/ \|\| node tools\/docs\.mjs --after-failure$/);
    },
  );
});
