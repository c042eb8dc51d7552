import { runProgram } from './programs';

/** What a backup consists of: without the keys nobody opens what the database keeps encrypted. */
export const SECRETS = 'secrets.json';
export const DUMP = 'database.dump';

/** Writes both files of a directory as one archive; `-` is standard output. */
export function pack(directory: string, archive: string): Promise<void> {
  return runProgram('tar', ['-cf', archive, '-C', directory, SECRETS, DUMP], {}, [
    'ignore',
    'inherit',
    'inherit',
  ]);
}

/** Both files and no other, whatever else an archive has; `-` is standard input. */
export function unpack(archive: string, directory: string): Promise<void> {
  const words = ['-xf', archive, '-C', directory, '--no-same-owner', SECRETS, DUMP];
  return runProgram('tar', words, {}, ['inherit', 'ignore', 'inherit']);
}
