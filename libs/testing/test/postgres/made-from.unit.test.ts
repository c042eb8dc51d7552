import { readFileSync } from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../../src';
import { isOutdatedRun, sharedRun, sourcesOfTemplates } from '../../src/shared-postgres/made-from';

const ROOT = workspaceRoot();
const WITH_SOURCES_OF_ITS_OWN = ['@tributary/persistence', '@tributary/money'];

describe('the name of runs that share templates', () => {
  const sources = sourcesOfTemplates(ROOT);
  const migrations = sources.filter((file) => /\/migrations\/.*\.ts$|\.migration\.ts$/.test(file));

  it.each(migrations)('is made from all that %s imports', (file) => {
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const imported = [...text.matchAll(/from '([^']+)'/g)].map(([, name = '']) => name);
    const others = imported.filter((name) => {
      if (!name.startsWith('.'))
        return name.startsWith('@tributary/') && !WITH_SOURCES_OF_ITS_OWN.includes(name);
      return !sources.includes(`${path.posix.join(path.posix.dirname(file), name)}.ts`);
    });
    expect(others).toEqual([]);
  });

  it('is made from each service’s baseline', () => {
    expect(sources.filter((file) => file.endsWith('.sql')).length).toBeGreaterThan(10);
  });

  it('stays while the sources stay, and is outdated by another state of them', () => {
    expect(sharedRun(ROOT)).toBe(sharedRun(ROOT));
    expect(isOutdatedRun(sharedRun(ROOT), ROOT)).toBe(false);
    expect(isOutdatedRun('kept_0123456789abcdef', ROOT)).toBe(true);
    expect(isOutdatedRun('0123abcd', ROOT)).toBe(false); // for one run alone
  });
});
