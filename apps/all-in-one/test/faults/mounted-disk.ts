import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const BALLAST = 'ballast';
const CHUNKS = [1024 * 1024, 4096, 1];

/** A small file system in memory that can be filled completely and freed again. */
export class MountedDisk {
  private constructor(readonly directory: string) {}

  /**
   * Mounts the disk; it needs Linux, and an account that may mount.
   * @param size as `mount` accepts it, such as `1m`
   * @throws without the permission
   */
  static mount(directory: string, size: string): MountedDisk {
    mkdirSync(directory, { recursive: true });
    const words = ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory];
    const { status, stderr, error } = spawnSync('mount', words, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`a small disk cannot be mounted here: ${stderr || error?.message}`);
    return new MountedDisk(directory);
  }

  /** Fills the disk to the last byte. */
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

/**
 * Returns why no small disk can be mounted here, or null.
 * @throws in CI, where no test may be skipped
 */
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
    // Under Jest it is not an instance of this realm's Error.
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
