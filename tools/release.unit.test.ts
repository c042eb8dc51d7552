import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './testing/deployments';

/** The value of an expression over the module, from a separate process, because it is an ES module. */
function asked<T>(expression: string, ...args: unknown[]): T {
  const script = `import { checksums, notesOf, releasedVersion } from ${JSON.stringify(path.join(ROOT, 'tools/release.mjs'))};
    const args = ${JSON.stringify(args)}; console.log(JSON.stringify(${expression}));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}

it('every file names the same version, and the changelog describes it', () => {
  const version = asked<string>('releasedVersion()');
  expect(version).toMatch(/^\d+\.\d+\.\d+$/);
  expect(asked<string>('notesOf(args[0])', version)).toMatch(/^# Tributary [\d.]+\n\n### \w+\n\n- /);
});

it('the notes of a release are its part of the changelog alone', () => {
  const changelog = '# Changelog\n\n## [2.0.0] - 2030-01-02\n\nnew\n\n## [1.0.0] - 2029-01-02\n\nold\n';
  expect(asked('notesOf(...args)', '2.0.0', changelog)).toBe('# Tributary 2.0.0\n\nnew\n');
  expect(asked('notesOf(...args)', '1.0.0', changelog)).toBe('# Tributary 1.0.0\n\nold\n');
});

it('checksums are what sha256sum reads, without their own file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-release-'));
  try {
    writeFileSync(path.join(folder, 'b.txt'), 'two');
    writeFileSync(path.join(folder, 'a.txt'), 'one');
    writeFileSync(path.join(folder, 'SHA256SUMS'), 'old');
    const sum = (text: string) => createHash('sha256').update(text).digest('hex');
    expect(asked('checksums(args[0])', folder)).toBe(`${sum('one')}  a.txt\n${sum('two')}  b.txt\n`);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
