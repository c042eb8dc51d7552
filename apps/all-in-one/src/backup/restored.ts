import { BackupFailed } from '@tributary/service';

/** More than were assigned since the backup: systems outside know those ids. */
export const IDS_AHEAD = 1_000_000;

/** Files that are missing, or end before their end. @throws BackupFailed */
export function damaged(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code?.startsWith('Z_') !== true) throw error;
  throw new BackupFailed('The backup is damaged: a part of it is missing.', { cause: error });
}
