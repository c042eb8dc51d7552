import { BackupFailed, backupName, recordBackup } from '@tributary/service';
import { copyFileSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Client } from 'pg';
import { schemaOf } from '../../operator.config';
import { RequestFailed } from '../../requests/request-service';
import { filesOf, pack, verify } from '../copy/archive';
import { CopiedTable, Manifest } from '../copy/manifest';
import { BackupFolder } from './backup-folder';

export interface MakeBackupOptions {
  readonly adminUrl: string;
  readonly folder: BackupFolder;
  /** The number of backups to retain. */
  readonly keep: number;
  /** The operator, for the record. */
  readonly by: string;
  /** Copies the database into a directory. */
  readonly copy: (directory: string) => Promise<Manifest>;
  /** A file outside of the database that the backup includes: the keys of an installation. */
  readonly keys?: string;
}

export interface MadeBackup {
  readonly name: string;
  readonly madeAt: Date;
  readonly tables: readonly CopiedTable[];
}

/**
 * Makes a backup in a folder: writes it under a temporary name, reads it back, renames it, and then deletes the oldest
 * backups beyond the number to retain. A failure leaves the earlier backups unchanged, and an unfinished backup never
 * has the name of a backup.
 * @throws BackupFailed
 */
export async function makeBackup(options: MakeBackupOptions): Promise<MadeBackup> {
  const client = new Client({ connectionString: options.adminUrl, application_name: 'tributary backup' });
  client.on('error', () => undefined); // the caller of a query gets the error
  await client.connect();
  const record = (outcome: string | null, error: string | null) =>
    client.query(...recordBackup(schemaOf('api-gateway'), { by: options.by, outcome, error }));
  try {
    await claim(client);
    const made = await make(options).catch(async (error: unknown) => {
      const failure = inWords(error);
      await record(null, failure.message).catch(() => undefined); // the original failure matters more
      throw failure;
    });
    await record(made.name, null);
    return made;
  } finally {
    await client.end();
  }
}

/**
 * Takes a lock that ends with the connection.
 * @throws BackupFailed if another process is making a backup
 */
async function claim(client: Client): Promise<void> {
  const { rows } = await client.query<{ isOurs: boolean }>(
    `select pg_try_advisory_lock(hashtextextended('tributary backup', 0)) as "isOurs"`,
  );
  if (rows[0]?.isOurs !== true) throw new BackupFailed('Another backup is being made: wait for its end.');
}

async function make({ folder, keep, copy, keys }: MakeBackupOptions): Promise<MadeBackup> {
  folder.open();
  const draft = folder.newDraft();
  try {
    await folder.requireSpace();
    const manifest = await copy(draft);
    const secrets = keys === undefined ? [] : [path.basename(keys)];
    if (keys !== undefined) copyFileSync(keys, path.join(draft, path.basename(keys)));
    const files = [...secrets, ...filesOf(manifest)];
    const archive = path.join(draft, 'archive.tar');
    await (await open(archive, 'wx', 0o600)).close(); // readable by its owner alone
    await pack(draft, archive, files);
    await synced(archive);
    await verify(archive, draft, files);
    const madeAt = new Date();
    const name = backupName(madeAt);
    renameSync(archive, folder.path(name));
    await synced(folder.root);
    folder.keep(keep, name);
    return { name, madeAt, tables: manifest.tables };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Flushes the file to the disk. */
async function synced(file: string): Promise<void> {
  const handle = await open(file, 'r');
  await handle.sync().finally(() => handle.close());
}

function inWords(cause: unknown): BackupFailed {
  if (cause instanceof BackupFailed) return cause;
  if (cause instanceof RequestFailed) return new BackupFailed(cause.message, { cause });
  const { code = null, name = 'unknown' } = cause as { code?: string; name?: string };
  return new BackupFailed(
    code === 'ENOSPC'
      ? 'The disk of the backups is full: make room, or keep fewer.'
      : `The backup could not be made (${code ?? name}).`,
    { cause },
  );
}
