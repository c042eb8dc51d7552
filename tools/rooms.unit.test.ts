import { SERVICES } from '@tributary/contracts';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { ROOT } from './testing/deployments';

const ENTRIES_OF_A_SERVICE = 12;
const FILES_OF_A_FOLDER = 15;
const LINES_OF_A_FUNCTION = 50;
/** The functions that are longer today. The number only goes down. */
const LONG_FUNCTIONS = 17;
/** Migrations are a list that only grows; generated files have no readers. */
const UNCOUNTED = /\/migrations(\/|$)|^libs\/client\/src$/;

const { stdout } = spawnSync('git', ['ls-files', 'apps/*/src/*', 'libs/*/src/*'], {
  cwd: ROOT,
  encoding: 'utf8',
});
const files = stdout.trim().split('\n');

/** The files and folders directly in each folder. */
const entries = new Map<string, { files: Set<string>; folders: Set<string> }>();
for (const file of files) {
  const names = file.split('/');
  for (let depth = 1; depth < names.length; depth += 1) {
    const folder = names.slice(0, depth).join('/');
    const found = entries.get(folder) ?? { files: new Set(), folders: new Set() };
    entries.set(folder, found);
    found[depth === names.length - 1 ? 'files' : 'folders'].add(names[depth] ?? '');
  }
}

describe('the folders of the product', () => {
  it.each(SERVICES)(`%s shows at most ${ENTRIES_OF_A_SERVICE} files and folders at its root`, (service) => {
    const root = entries.get(path.join('apps', service, 'src'));
    expect([...(root?.files ?? []), ...(root?.folders ?? [])].length).toBeLessThanOrEqual(
      ENTRIES_OF_A_SERVICE,
    );
    expect(root?.files).toContain('main.ts');
  });

  it(`have at most ${FILES_OF_A_FOLDER} files each`, () => {
    const large = [...entries]
      .filter(([folder, { files: own }]) => own.size > FILES_OF_A_FOLDER && !UNCOUNTED.test(folder))
      .map(([folder]) => folder);
    expect(large).toEqual([]);
  });
});

describe('the functions of the product', () => {
  it(`have at most ${LINES_OF_A_FUNCTION} lines, except for ${LONG_FUNCTIONS}`, () => {
    const long = files.filter(isProduct).flatMap(longFunctionsOf);
    expect(long.slice(LONG_FUNCTIONS)).toEqual([]);
  });
});

function isProduct(file: string): boolean {
  return /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/test\/|^libs\/testing\/|\.d\.ts$/.test(file);
}

/** The long functions of a file, components and arrow functions too, each with its first line and its length. */
function longFunctionsOf(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(path.join(ROOT, file), 'utf8'),
    ts.ScriptTarget.Latest,
  );
  const lineOf = (position: number) => source.getLineAndCharacterOfPosition(position).line + 1;
  const long: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const [first, last] = [lineOf(node.getStart(source)), lineOf(node.end)];
      if (last - first >= LINES_OF_A_FUNCTION) long.push(`${file}:${first} has ${last - first + 1} lines`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return long;
}
