import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '@tributary/testing';

const SUITE = /^(.*)\.e2e\.test\.ts$/;

it('the suites that start a system of their own are those that the page on testing lists with a reason', () => {
  const page = readFileSync(path.join(workspaceRoot(), 'docs/contribute/testing.md'), 'utf8');
  const [section = ''] = page.split("## The console's system").at(-1)?.split('\n## ') ?? [];
  const listed = [...section.matchAll(/^\| `([\w-]+)` +\| \S.* \|$/gm)].map(([, name]) => name);
  const own = readdirSync(__dirname)
    .filter((file) => SUITE.test(file))
    .filter((file) => !readFileSync(path.join(__dirname, file), 'utf8').includes('ConsoleUnderTest.start('))
    .map((file) => SUITE.exec(file)?.[1]);
  expect(listed.length).toBeGreaterThan(0);
  expect(listed).toEqual(own.toSorted());
});
