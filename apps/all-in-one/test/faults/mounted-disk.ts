import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const BALLAST = 'ballast';
const CHUNKS = [1024 * 1024, 4096, 1];

/** A small file system in memory, to fill to the last byte and then free again. */
export class MountedDisk {
  private constructor(readonly directory: string) {}

  /** @param size as `mount` takes it, such as `1m` @throws without the permission: it needs Linux, and an account that may mount */
  static mount(directory: string, size: string): MountedDisk {
    mkdirSync(directory, { recursive: true });
    const words = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory];
    const { status, stderr, error } = spawnSync('mount', words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`a small disk cannot be mounted here: ${stderr || error?.message}`);
    return new MountedDisk(directory);
  }

  /** Not a byte is left. */
  fill(): void {
    const file = openSync(path.join(this.directory, BALLAST), 'a');
    for (const bytes of CHUNKS) while (wrote(file, Buffer.alloc(bytes)));
    closeSync(file);
  }

  giveSpace(): void {
    rmSync(path.join(this.directory, BALLAST), { force: true });
  }

  unmount(): void {
    spawnSync('umount', ['--lazy', this.directory]);
  }
}

/** Why no small disk can be mounted here; null: one can. @throws in CI, which leaves no test out */
export function whyNoSmallDisk(): string | null {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-disk-'));
  try {
    MountedDisk.mount(directory, '1m').unmount();
    return null;
  } catch (error) {
    if (process.env['CI'] === 'true' && process.getuid?.() === 0) throw error;
    return error instanceof Error ? error.message.trim() : String(error);
  } finally {
    rmdirSync(directory);
  }
}

function wrote(file: number, bytes: Buffer): boolean {
  try {
    return writeSync(file, bytes) === bytes.length;
  } catch (error) {
    // Not an instance of this realm's Error, under Jest.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
