import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './testing/deployments';

jest.setTimeout(300_000);

const PAGE = 'docs/explanation/architecture.md';
/** Files of both runs before, and a few that run by their own clocks. A path that becomes longer has a reason, or is mended. */
const FILES_MAX = { transaction: 364, link: 162 };
/** The page names them beside what runs here: the other engine of the bus, and what becomes of a transaction that comes again. */
const NOT_WALKED = [
  'libs/messaging/src/engines/kafka/kafka-engine.ts',
  'apps/transfer-engine/src/transfers/planning/plan-transfer.ts',
];

type Walk = keyof typeof FILES_MAX;
const SECTIONS: Readonly<Record<Walk, string>> = {
  transaction: 'The path of one transaction',
  link: 'The path of a change',
};

/** Product files that a section of the page links to. */
function filesNamedIn(title: string): string[] {
  const page = readFileSync(path.join(ROOT, PAGE), 'utf8');
  const section = page.split(/^## /m).find((text) => text.startsWith(title)) ?? '';
  const links = [...section.matchAll(/\]\(\.\.\/\.\.\/((?:apps|libs)\/[^)]*\/src\/[^)]*\.ts)\)/g)];
  return [...new Set(links.map(([, file = '']) => file))];
}

describe('the paths through the files', () => {
  let walked: Record<Walk, readonly string[]>;

  beforeAll(() => {
    const { stdout, stderr } = spawnSync(process.execPath, ['tools/walks.mjs', '--json'], {
      cwd: ROOT,
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    walked = JSON.parse(stdout) as Record<Walk, string[]>;
  });

  const walks = Object.keys(SECTIONS) as Walk[];

  it.each(walks)('that the page names for a %s are those that run', (walk) => {
    const named = filesNamedIn(SECTIONS[walk]);
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((file) => !walked[walk].includes(file) && !NOT_WALKED.includes(file))).toEqual([]);
  });

  it.each(walks)('of a %s do not become longer', (walk) => {
    expect(walked[walk].length).toBeGreaterThan(50);
    expect(walked[walk].length).toBeLessThanOrEqual(FILES_MAX[walk]);
  });
});
