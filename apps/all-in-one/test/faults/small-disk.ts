import { chownSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { SCHEMAS } from '../../src/services/service-environment';
import { MountedDisk } from './mounted-disk';
import type { PostgresUnderFault } from './postgres-under-fault';

/**
 * A separate file system for the tables of all services, which can be filled completely and freed again. The server's
 * log (WAL) stays on its own disk, as recommended: when that one is full, PostgreSQL itself stops.
 */
export class SmallDisk {
  private constructor(
    private readonly disk: MountedDisk,
    private readonly postgres: PostgresUnderFault,
  ) {}

  static async under(postgres: PostgresUnderFault): Promise<SmallDisk> {
    const disk = MountedDisk.mount(`${postgres.dataDir}-small`, '1g');
    const { uid, gid } = statSync(postgres.dataDir);
    const folder = path.join(disk.directory, 'tables');
    mkdirSync(folder, { mode: 0o700 });
    chownSync(folder, uid, gid);
    const small = new SmallDisk(disk, postgres);
    try {
      await postgres.rows(`create tablespace small location '${folder}'`);
      await small.move('small');
      return small;
    } catch (error) {
      disk.unmount(); // so that the system's data can be removed
      throw error;
    }
  }

  /** Fills the disk to the last byte. */
  fill(): void {
    this.disk.fill();
  }

  giveSpace(): void {
    this.disk.giveSpace();
  }

  /** Moves the tables back and removes the disk. */
  async remove(): Promise<void> {
    this.giveSpace();
    await this.move('pg_default');
    await this.postgres.rows('drop tablespace small');
    this.disk.unmount();
    const { directory } = this.disk;
    if (existsSync(directory)) rmSync(directory, { recursive: true, force: true });
  }

  /** Moves tables one by one: locking several at once could deadlock with services that lock them in another order. */
  private async move(to: string): Promise<void> {
    const tables = await this.postgres.rows<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in (${SCHEMAS.map((schema) => `'${schema}'`).join(', ')})`,
    );
    for (const { name } of tables) await this.postgres.rows(`alter table ${name} set tablespace ${to}`);
  }
}
