import { eventually } from '@tributary/testing';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './testing/deployments';

jest.setTimeout(40 * 60_000);

/** The commands of a section of deploy/README.md, block by block, as they stand there. */
function blocksOf(title: string): string[] {
  const page = readFileSync(path.join(ROOT, 'deploy/README.md'), 'utf8');
  const [section = ''] = (page.split(`\n## ${title}\n`)[1] ?? '').split('\n## ');
  return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => block);
}

const succeeds = (program: string, ...words: string[]) =>
  spawnSync(program, words, { stdio: 'ignore' }).status === 0;
const hasEngine = succeeds('docker', 'info');
const TAKEN = hasEngine && succeeds('docker', 'container', 'inspect', 'tributary');

const describeWithEngine = hasEngine && !TAKEN ? describe : describe.skip;
const why = TAKEN ? 'a container named tributary is there' : 'no container engine';
const name = `deploy/README.md: one container for a home${hasEngine && !TAKEN ? '' : ` (skipped, ${why})`}`;

it('the page has the commands that are run here', () => {
  const [start, moved, end, ...more] = blocksOf('One container for a home');
  expect(start).toContain('docker run --detach --name tributary');
  expect(moved).toContain('restore < tributary-backup.tar');
  expect(end).toContain('docker rm --force tributary');
  expect(more).toEqual([]);
});

describeWithEngine(name, () => {
  let folder: string;
  const [start = '', moved = '', end = ''] = blocksOf('One container for a home');

  beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'tributary-page-'))));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    spawnSync('docker', ['rm', '--force', 'tributary', 'tributary-second', 'tributary-moved'], {
      stdio: 'ignore',
    });
    spawnSync('docker', ['volume', 'rm', 'tributary', 'tributary-restored'], { stdio: 'ignore' });
  });

  function run(script: string, cwd = folder): string {
    const { status, stdout, stderr } = spawnSync('bash', ['-euo', 'pipefail', '-c', script], {
      cwd,
      encoding: 'utf8',
      maxBuffer: 2 ** 27,
    });
    if (status !== 0) throw new Error(`${script}\n${stdout.slice(-2000)}${stderr.slice(-2000)}`);
    return stdout;
  }

  /** The container's own lines, on both streams. */
  const logOf = (container: string) => run(`docker logs ${container} 2>&1`);

  const ready = (container: string) =>
    eventually(
      () => expect(run(`docker exec ${container} tributary is-ready && echo ready`)).toBe('ready\n'),
      {
        timeoutMs: 240_000,
      },
    );

  /** Rows of each table of the query model, with a checksum. */
  const checksums = (container: string) =>
    run(`docker exec ${container} tributary query-model checksum`).split('\n').sort();

  it('starts as the page says, and shows where the first user is made', async () => {
    run(start, ROOT);
    await ready('tributary');
    expect(logOf('tributary')).toMatch(/first-run and enter the code (\w{4}-){2}\w{4}/);
    const page = await fetch('http://127.0.0.1:3000/first-run');
    expect({ status: page.status, hasForm: (await page.text()).includes('<form') }).toEqual({
      status: 200,
      hasForm: true,
    });
  });

  it('runs without rights, on a tree that it cannot change', () => {
    expect(run('docker exec tributary id -u')).toBe('1000\n');
    expect(run('docker exec tributary sh -c "touch /tributary/x 2>/dev/null || echo refused"')).toBe(
      'refused\n',
    );
    expect(run('docker exec tributary sh -c "grep CapEff /proc/self/status"')).toMatch(/0{16}/);
  });

  it('keeps a second container away from its volume', () => {
    const second = spawnSync(
      'docker',
      ['run', '--rm', '--name', 'tributary-second', '--volume', 'tributary:/data', 'tributary/all-in-one'],
      { encoding: 'utf8' },
    );
    expect(second.status).toBe(1);
    expect(second.stderr).toContain('Another container uses the volume');
  });

  it('is restored from its backup, in an empty volume, with equal checksums', async () => {
    const before = checksums('tributary');
    run(moved);
    expect(statSync(path.join(folder, 'tributary-backup.tar')).size).toBeGreaterThan(10_000);
    run('docker run --detach --name tributary-moved --volume tributary-restored:/data tributary/all-in-one');
    await ready('tributary-moved');
    expect(checksums('tributary-moved')).toEqual(before);
    expect(logOf('tributary-moved')).toContain('Tributary is ready.');
  });

  it('comes back with its data after a kill, and in a new container', async () => {
    run('docker kill tributary && docker start tributary');
    await ready('tributary');
    const before = checksums('tributary');
    run(end);
    run(start.slice(start.indexOf('docker run')), ROOT);
    await ready('tributary');
    expect(checksums('tributary')).toEqual(before);
  });
});
