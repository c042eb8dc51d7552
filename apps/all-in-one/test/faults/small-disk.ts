import { chownSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { SCHEMAS } from '../../src/services/service-environment';
import { MountedDisk } from './mounted-disk';
import type { PostgresUnderFault } from './postgres-under-fault';

/**
 * A separate file system for the tables of all services, to fill to the last byte and then free again. The server's log
 * (WAL) stays on its own disk, as recommended: when that one is full, PostgreSQL itself stops.
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
      disk.unmount(); // so that somebody can remove the system's data
      throw error;
    }
  }

  /** Not a byte is left. */
  fill(): void {
    this.disk.fill();
  }

  giveSpace(): void {
    this.disk.giveSpace();
  }

  /** Moves everything back. */
  async remove(): Promise<void> {
    this.giveSpace();
    await this.move('pg_default');
    await this.postgres.rows('drop tablespace small');
    this.disk.unmount();
    const { directory } = this.disk;
    if (existsSync(directory)) rmSync(directory, { recursive: true, force: true });
  }

  /** One by one: locking several tables at once could deadlock with services that lock them in another order. */
  private async move(to: string): Promise<void> {
    const tables = await this.postgres.rows<{ name: string }>(
      `select schemaname || '.' || tablename as name from pg_tables where schemaname in (${SCHEMAS.map((schema) => `'${schema}'`).join(', ')})`,
    );
    for (const { name } of tables) await this.postgres.rows(`alter table ${name} set tablespace ${to}`);
  }
}
