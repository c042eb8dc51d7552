import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readPage } from '../apps/all-in-one/test/documentation/page';
import { ROOT } from './testing/deployments';

/** Suites follow all blocks of these as a reader does: tutorials.e2e.test.ts and how-to.e2e.test.ts. */
const FOLLOWED = /^docs\/(tutorials|how-to)\/|^README\.md$/;
/** What `npm run docs` writes is compared with the code, and so are the examples of the reference. */
const OF_THE_CODE = /^docs\/reference\//;

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...['docs', 'deploy', 'apps', 'libs'].flatMap(pagesIn),
];
const WITH_BLOCKS = PAGES.filter((file) => !OF_THE_CODE.test(file) && /^ *```/m.test(read(file)));

function pagesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('node_modules'))
    .map((file) => path.join(folder, file));
}

describe.each(WITH_BLOCKS)('the blocks of %s', (file) => {
  const { steps, notRun, runElsewhere } = readPage(path.join(ROOT, file));

  it('are followed by a test, or say why not', () => {
    const unexplained = FOLLOWED.test(file) ? [] : steps.filter(({ kind }) => kind !== 'reader');
    expect(unexplained).toEqual([]);
    for (const { reason } of notRun) expect(reason).toMatch(/\w+ \w+/);
  });

  it('are known to the tests that run them', () => {
    for (const { by } of runElsewhere) {
      expect({ by, isTest: /\.test\.ts$/.test(by) && existsSync(path.join(ROOT, by)) }).toEqual({
        by,
        isTest: true,
      });
      expect(read(by)).toMatch(new RegExp(`deploy-page|${path.basename(file)}`));
    }
  });

  it('are commands that a shell can read, of scripts and files that exist', () => {
    const commands = blocksOfShell(read(file));
    const env = { ...process.env, LC_ALL: 'C' }; // bash complains of a language that the machine does not have
    const { stderr } = spawnSync('bash', ['-n'], { input: commands.join('\n'), encoding: 'utf8', env });
    expect(stderr).toBe('');
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    for (const command of commands) {
      for (const [, script = ''] of command.matchAll(/\bnpm run ([\w:-]+)/g))
        expect(scripts).toHaveProperty(script);
      const files = command.matchAll(/(?<![\w./-])((?:apps|libs|tools|deploy)\/[\w./-]*\w)/g);
      const missing = [...files].map(([, named = '']) => named).filter((named) => !isThere(named));
      expect(missing).toEqual([]);
    }
  });
});

function blocksOfShell(text: string): string[] {
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(([, , block = '']) => block);
}

/** Jest takes the beginning of a file's name; pages speak of what their reader makes, and `deploy/operator` is a Deployment. */
function isThere(named: string): boolean {
  if (/ledger|provider-d|overlays\/yours|^deploy\/operator$/.test(named)) return true;
  const folder = path.join(ROOT, path.dirname(named));
  return existsSync(folder) && readdirSync(folder).some((name) => name.startsWith(path.basename(named)));
}

it('the layout in CONTRIBUTING.md has every app and library', () => {
  const [, layout = ''] = /## Layout\n[\s\S]*?```\n([\s\S]*?)^```/m.exec(read('CONTRIBUTING.md')) ?? [];
  const named = [...layout.matchAll(/^ {2}((?:[\w-]+\/ *)+)/gm)].flatMap(
    ([, names = '']) => names.match(/[\w-]+/g) ?? [],
  );
  const packages = ['apps', 'libs'].flatMap((kind) => readdirSync(path.join(ROOT, kind)));
  expect(named.sort()).toEqual(packages.sort());
});
