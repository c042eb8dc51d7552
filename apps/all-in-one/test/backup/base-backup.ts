import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';

/** `cp` exits with 1 if a file disappeared while it copied; the write-ahead log has its content. */
const COPIED = [0, 1];

/**
 * Copies the data directory of a running server, like `pg_basebackup`, but with the server's functions, because the
 * embedded server comes without that program.
 */
export async function takeBaseBackup(url: string, dataDir: string, target: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('base', true)`);
    copy(dataDir, target);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    rmSync(path.join(target, 'postmaster.pid'), { force: true });
    const wal = path.join(target, 'pg_wal');
    for (const file of readdirSync(wal)) rmSync(path.join(wal, file), { recursive: true });
    writeFileSync(path.join(target, 'backup_label'), rows[0]?.labelfile ?? '', { mode: 0o644 });
  } finally {
    await client.end();
  }
}

/** Copies a base backup into the data directory of a new server, which then applies the archived log. */
export function layDown(backup: string, dataDir: string): void {
  copy(backup, dataDir);
  writeFileSync(path.join(dataDir, 'recovery.signal'), '', { mode: 0o644 });
}

function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (!COPIED.includes(status ?? -1)) throw new Error(`copying failed: ${stderr}`);
}
