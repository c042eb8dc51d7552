import { SERVICES } from '@tributary/contracts';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './testing/deployments';

const ENTRIES_OF_A_SERVICE = 12;
const FILES_OF_A_FOLDER = 15;
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
