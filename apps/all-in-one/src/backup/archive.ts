import { MANIFEST, TABLES } from './copy/manifest';
import { runProgram } from './programs';

/** The keys: without them nobody opens what the database keeps encrypted. */
export const SECRETS = 'secrets.json';
/** The database in a backup of version 0.2 and before, which `pg_dump` wrote. */
export const DUMP = 'database.dump';

/** Writes keys and copy of a directory as one archive; `-` is standard output. */
export function pack(directory: string, archive: string): Promise<void> {
  const words = ['-cf', archive, '-C', directory, SECRETS, MANIFEST, TABLES];
  return runProgram('tar', words, {}, ['ignore', 'inherit', 'inherit']);
}

/** Into an empty directory; `-` is standard input. */
export function unpack(archive: string, directory: string): Promise<void> {
  const words = ['-xf', archive, '-C', directory, '--no-same-owner'];
  return runProgram('tar', words, {}, ['inherit', 'ignore', 'inherit']);
}
