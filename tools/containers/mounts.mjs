import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The mounts below a folder, the innermost first, of a text as /proc/self/mountinfo has it. */
export function mountsBelow(folder, mountInfo) {
  return mountInfo
    .split('\n')
    .map((line) =>
      (line.split(' ')[4] ?? '').replaceAll(/\\(\d{3})/g, (_all, code) =>
        String.fromCharCode(parseInt(code, 8)),
      ),
    )
    .filter((mount) => mount.startsWith(folder + path.sep))
    .reverse();
}

/** An engine that was killed leaves the network namespaces of its containers mounted, and a folder with a mount cannot be removed. */
export function unmountBelow(folder) {
  for (const mount of mountsBelow(folder, readFileSync('/proc/self/mountinfo', 'utf8')))
    spawnSync('umount', ['--lazy', mount], { stdio: 'ignore' });
}
