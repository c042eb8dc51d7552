import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const SHORT = 'export const rate = 2;';
const LONG = Array.from({ length: 40 }, (_, line) => `export const line${line} = ${line};`).join('\n');
const using = (...files: string[]) => files.map((file) => `import { rate } from '${file}';`).join('\n');

/** What each file of a made-up app imports, and whether it is part of another one. */
const EXAMPLES = {
  'bank.ts': using('./rate', './long', './shared', './rate.schema', './tested'),
  'rate.ts': SHORT,
  'long.ts': LONG,
  'shared.ts': SHORT,
  'rate.schema.ts': SHORT,
  'tested.ts': SHORT,
  'tested.unit.test.ts': using('./tested', './rate'),
  'other.ts': using('./shared'),
  'bank.module.ts': using('./worker'),
  'worker.ts': SHORT,
  'screen.ts': "const chart = () => import('./chart');",
  'chart.ts': SHORT,
};

/** Read in a Node of its own: the tool is an ES module. */
function partsOfOthers(root = path.resolve(__dirname, '..')): readonly string[] {
  const script = `import(${JSON.stringify(path.join(__dirname, 'small-files.mjs'))}).then((tool) =>
    console.log(JSON.stringify(tool.partsOfOthers(${JSON.stringify(root)}))))`;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as string[];
}

describe('tools/small-files.mjs', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'small-files-'));
  afterAll(() => rmSync(root, { recursive: true }));

  it('names a short file that one other file uses, and that has neither a role nor a test of its own', () => {
    const folder = path.join(root, 'apps/sandbox/src');
    mkdirSync(folder, { recursive: true });
    spawnSync('git', ['init', '-q'], { cwd: root });
    for (const [file, text] of Object.entries(EXAMPLES)) writeFileSync(path.join(folder, file), text);
    expect(partsOfOthers(root)).toEqual(['apps/sandbox/src/rate.ts is part of apps/sandbox/src/bank.ts']);
  });
});

it('no short file of the product is part of another one', () => {
  expect(partsOfOthers()).toEqual([]);
});
