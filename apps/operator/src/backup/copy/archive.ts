import { spawn } from 'node:child_process';
import { createHash, Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { BackupFailed } from '@tributary/service';
import { runProgram } from '../programs';
import { Manifest, MANIFEST, TABLES } from './manifest';

/** A home's keys: without them nobody opens what the database keeps encrypted. */
export const SECRETS = 'secrets.json';
/** The database in a backup of version 0.2 and before, which `pg_dump` wrote. */
export const DUMP = 'database.dump';

/** The files of a copy, in the order in which an archive has them. */
export function filesOf({ tables }: Manifest): string[] {
  return [MANIFEST, ...tables.map(({ file }) => `${TABLES}/${file}`)];
}

/** Writes files of a directory as one archive; `-` is standard output. */
export function pack(directory: string, archive: string, files: readonly string[]): Promise<void> {
  return runProgram('tar', ['-cf', archive, '-C', directory, ...files], {}, ['ignore', 'inherit', 'inherit']);
}

/** Into an empty directory; `-` is standard input. */
export function unpack(archive: string, directory: string): Promise<void> {
  const words = ['-xf', archive, '-C', directory, '--no-same-owner'];
  return runProgram('tar', words, {}, ['inherit', 'ignore', 'inherit']);
}

/** Reads the archive back, and compares it with the files that it was made of. @throws BackupFailed unless they are the same */
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
