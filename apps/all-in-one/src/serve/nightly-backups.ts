import type { MadeBackup } from '@tributary/operator';
import { backupsAmong, NightlyBackups } from '@tributary/service';
import { existsSync, readdirSync } from 'node:fs';
import { DataDir } from '../data-dir';
import { NightlyOptions } from './serve-options';

/** The parts of an installation that its backup contains. */
export interface HomeToBackUp {
  readonly home: DataDir;
  readonly adminUrl: string;
}

/** Makes the nightly backups of an installation, with its keys. */
export function nightlyBackups(
  options: NightlyOptions,
  of: HomeToBackUp,
  say: (line: string) => void,
): NightlyBackups {
  const { at, directory } = options;
  return new NightlyBackups({
    at,
    newest: async () => backupsAmong(existsSync(directory) ? readdirSync(directory) : [])[0]?.madeAt ?? null,
    make: async () => {
      const { name, madeAt } = await backUpHome(options, of);
      say(`Made the backup ${name}.`);
      return madeAt;
    },
    onFailure: (error) => {
      const why = error instanceof Error ? error.message : '';
      say(`Warning: no backup was made, and it is tried again in an hour. ${why}`);
    },
  });
}

/**
 * Makes a backup; the code for it is loaded at the first one.
 * @throws BackupFailed
 */
export async function backUpHome(
  { directory, keep }: Pick<NightlyOptions, 'directory' | 'keep'>,
  { home, adminUrl }: HomeToBackUp,
): Promise<MadeBackup> {
  const { BackupFolder, makeBackup, Progress, SECRETS, writeCopy } = await import('@tributary/operator');
  return makeBackup({
    adminUrl,
    folder: new BackupFolder(directory),
    keep,
    by: 'nightly',
    keys: home.path(SECRETS),
    copy: (draft) => writeCopy(adminUrl, draft, new Progress()),
  });
}
