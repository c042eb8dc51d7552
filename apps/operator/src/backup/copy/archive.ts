import { spawn } from 'node:child_process';
import { createHash, Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { BackupFailed } from '@tributary/service';
import { runProgram } from '../programs';
import { Manifest, MANIFEST, TABLES } from './manifest';

/** The keys of an installation, without which the encrypted columns of the database cannot be decrypted. */
export const SECRETS = 'secrets.json';
/** The database in a backup of version 0.2 or earlier, which `pg_dump` wrote. */
export const DUMP = 'database.dump';

/** Returns the files of a copy, in the order of an archive. */
export function filesOf({ tables }: Manifest): string[] {
  return [MANIFEST, ...tables.map(({ file }) => `${TABLES}/${file}`)];
}

/** Writes files of a directory into one archive; `-` is standard output. */
export function pack(directory: string, archive: string, files: readonly string[]): Promise<void> {
  return runProgram('tar', ['-cf', archive, '-C', directory, ...files], {}, ['ignore', 'inherit', 'inherit']);
}

/** Extracts an archive into an empty directory; `-` is standard input. */
export function unpack(archive: string, directory: string): Promise<void> {
  const words = ['-xf', archive, '-C', directory, '--no-same-owner'];
  return runProgram('tar', words, {}, ['inherit', 'ignore', 'inherit']);
}

/**
 * Reads the archive back and compares it with its source files.
 * @throws BackupFailed if they differ
 */
export async function verify(archive: string, directory: string, files: readonly string[]): Promise<void> {
  const child = spawn('tar', ['-xOf', archive], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  const found = createHash('sha256');
  await Promise.all([add(child.stdout, found), ended]);
  const wanted = createHash('sha256');
  for (const file of files) await add(createReadStream(path.join(directory, file)), wanted);
  if (child.exitCode === 0 && found.digest('hex') === wanted.digest('hex')) return;
  throw new BackupFailed(
    'What was written is not what was read back: the disk of the backups may be damaged.',
  );
}

async function add(stream: AsyncIterable<Buffer>, hash: Hash): Promise<void> {
  for await (const part of stream) hash.update(part);
}
