import { BackupFailed } from '@tributary/service';

/** More ids than were assigned since the backup; systems outside know those. */
export const IDS_AHEAD = 1_000_000;

/**
 * Reports missing or truncated files.
 * @throws BackupFailed
 */
export function damaged(error: unknown): never {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code?.startsWith('Z_') !== true) throw error;
  throw new BackupFailed('The backup is damaged: a part of it is missing.', { cause: error });
}
