import { workspaceRoot } from '@tributary/testing';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const MIB = 2 ** 20;

/** A group of processes with a limit of memory, as a container is one; null where this process may make none. */
function groupWith(limit: number): string | null {
  const own = (pattern: RegExp) => pattern.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
  const name = `tributary-${process.pid}`;
  const kinds = [
    { parent: path.join('/sys/fs/cgroup/memory', own(/^\d+:memory:(.*)$/m)), file: 'memory.limit_in_bytes' },
    { parent: path.join('/sys/fs/cgroup', own(/^0::(.*)$/m)), file: 'memory.max' },
  ];
  for (const { parent, file } of kinds) {
    const group = path.join(parent, name);
    try {
      if (!existsSync(path.join(parent, 'cgroup.procs'))) continue;
      mkdirSync(group);
      writeFileSync(path.join(group, file), String(limit));
      return group;
    } catch {
      if (existsSync(group)) rmdirSync(group);
    }
  }
  return null;
}

const group = process.platform === 'linux' ? groupWith(256 * MIB) : null;
const whereGroupsCanBeMade = group === null ? it.skip : it;

afterAll(() => {
  if (group !== null) rmdirSync(group);
});

whereGroupsCanBeMade(
  'with too little memory Tributary says so and ends, instead of being ended again and again',
  () => {
    const home = mkdtempSync(path.join(tmpdir(), 'tributary-memory-'));
    const main = path.join(workspaceRoot(), 'dist/apps/all-in-one/src/main.js');
    const script = 'echo $$ > "$1/cgroup.procs" && exec "$2" "$3" serve';
    const { status, stderr } = spawnSync('sh', ['-c', script, 'sh', group ?? '', process.execPath, main], {
      env: { PATH: process.env.PATH, API_PORT: '0', TRIBUTARY_HOME: home },
      encoding: 'utf8',
    });
    rmSync(home, { recursive: true, force: true });
    expect(stderr).toBe(
      'The limit of memory is 256 MB, and Tributary needs 400 MB, better 1.0 GB. ' +
        'Raise it: docker run --memory, mem_limit of Compose, or MemoryMax of systemd.\n',
    );
    expect(status).toBe(1);
  },
);
