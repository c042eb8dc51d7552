import { spawnSync } from 'node:child_process';
import { chownSync, closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { SCHEMAS } from '../../src/services/service-environment';
import type { PostgresUnderFault } from './postgres-under-fault';

const SIZE = '1g';
const BALLAST = 'ballast';
const CHUNKS = [1024 * 1024, 4096, 1];

/**
 * A separate file system for the tables of all services, to fill to the last byte and then free again. The server's log
 * (WAL) stays on its own disk, as recommended: when that one is full, PostgreSQL itself stops.
 */
export class SmallDisk {
  private constructor(
    private readonly directory: string,
    private readonly postgres: PostgresUnderFault,
  ) {}

  static async under(postgres: PostgresUnderFault): Promise<SmallDisk> {
    const directory = `${postgres.dataDir}-small`;
    mkdirSync(directory, { recursive: true });
    mount(directory);
    const { uid, gid } = statSync(postgres.dataDir);
    const folder = path.join(directory, 'tables');
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid, gid);
    const disk = new SmallDisk(directory, postgres);
    try {
      await postgres.rows(`create tablespace small location '${folder}'`);
      await disk.move('small');
      return disk;
    } catch (error) {
      disk.unmount(); // so that somebody can remove the system's data
      throw error;
    }
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

  /** Moves everything back. */
  async remove(): Promise<void> {
    this.giveSpace();
    await this.move('pg_default');
    await this.postgres.rows('drop tablespace small');
    this.unmount();
    if (existsSync(this.directory)) rmSync(this.directory, { recursive: true, force: true });
  }

  private unmount(): void {
    spawnSync('umount', ['--lazy', this.directory]);
  }

  /** One by one: locking several tables at once could deadlock with services that lock them in another order. */
  private async move(to: string): Promise<void> {
    const tables = await this.postgres.rows<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in (${SCHEMAS.map((schema) => `'${schema}'`).join(', ')})`,
    );
    for (const { name } of tables) await this.postgres.rows(`alter table ${name} set tablespace ${to}`);
  }
}

/** @throws without the permission: it needs Linux, and an account that may mount a file system */
function mount(directory: string): void {
  const words = ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', directory];
  const { status, stderr, error } = spawnSync('mount', words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`a small disk cannot be mounted here: ${stderr || error?.message}`);
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
