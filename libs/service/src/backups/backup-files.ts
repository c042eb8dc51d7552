/** A file has this name only after it was checked; drafts have other ones. */
const NAME = /^tributary-(\d{4}-\d{2}-\d{2})T(\d{2})-(\d{2})-(\d{2})Z\.tar$/;

export interface BackupFile {
  readonly name: string;
  readonly madeAt: Date;
}

/** The name of a backup that was made at a moment; names sort as their moments do. */
export function backupName(madeAt: Date): string {
  return `tributary-${madeAt.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;
}

/** The backups among the names of a folder's files, the newest first. */
export function backupsAmong(names: readonly string[]): BackupFile[] {
  return names
    .flatMap((name) => {
      const [, day, ...time] = NAME.exec(name) ?? [];
      const madeAt = new Date(`${day}T${time.join(':')}Z`);
      return Number.isNaN(madeAt.getTime()) ? [] : [{ name, madeAt }];
    })
    .sort((one, other) => other.madeAt.getTime() - one.madeAt.getTime());
}

/**
 * Returns the backups to delete when a new backup is made and `keep` backups stay. The new one always stays, whatever
 * the clock showed when the others were made.
 */
export function superfluous(
  names: readonly string[],
  { keep, made }: { keep: number; made: string },
): string[] {
  return backupsAmong(names)
    .map(({ name }) => name)
    .filter((name) => name !== made)
    .slice(Math.max(0, keep - 1));
}
