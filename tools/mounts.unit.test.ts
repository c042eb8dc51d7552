import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './testing/deployments';

function asked<T>(expression: string): T {
  const script = `import * as mounts from ${JSON.stringify(path.join(ROOT, 'tools/containers/mounts.mjs'))};
    console.log(JSON.stringify(${expression} ?? null));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

describe('what a container engine left mounted', () => {
  it('is found below its folder alone, the innermost first', () => {
    const info = [
      '22 1 8:1 / / rw - ext4 /dev/sda1 rw',
      '30 22 0:4 net:[1] /cache/engine/exec/netns/default rw - nsfs nsfs rw',
      '31 30 0:5 / /cache/engine/exec/netns/default/in\\\\040it rw - tmpfs tmpfs rw',
      '32 22 0:6 / /cache/engineer rw - tmpfs tmpfs rw',
      '',
    ].join('\\n');
    expect(asked(`mounts.mountsBelow('/cache/engine', '${info}')`)).toEqual([
      '/cache/engine/exec/netns/default/in it',
      '/cache/engine/exec/netns/default',
    ]);
  });

  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-mounts-'));
  const at = path.join(folder, 'netns/default');
  mkdirSync(at, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', 'none', at]).status === 0;
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  (mounted ? it : it.skip)('is unmounted, so that the folder can be removed', () => {
    expect(() => rmSync(folder, { recursive: true })).toThrow(/EBUSY/);
    asked(`mounts.unmountBelow(${JSON.stringify(folder)})`);
    rmSync(folder, { recursive: true });
  });
});
