import { BackupFailed, backupsAmong, BackupFile, superfluous } from '@tributary/service';
import { accessSync, constants, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

/**
 * Prefix of unfinished backups. Those of a process that died are removed by the next one, because only one process
 * makes backups at a time.
 */
const DRAFT = '.tributary-draft-';

/**
 * Required disk space as a multiple of a backup, which exists twice for a moment: as the files of its tables, and as
 * their archive.
 */
const ROOM_FACTOR = 2.2;
const ROOM_MIN = 64 * 2 ** 20;

/** A folder with the backups of one installation. */
export class BackupFolder {
  constructor(readonly root: string) {}

  path(name: string): string {
    return path.join(this.root, name);
  }

  /**
   * Creates the folder if it is missing.
   * @throws BackupFailed if it cannot be written to
   */
  open(): void {
    try {
      mkdirSync(this.root, { recursive: true, mode: 0o700 });
      accessSync(this.root, constants.W_OK);
    } catch (cause) {
      const who = process.getuid?.() ?? 'this user';
      throw new BackupFailed(
        `The folder ${this.root} cannot be written to: let the user ${who} write there, or name another one.`,
        { cause },
      );
    }
  }

  /** Returns the backups, the newest first. */
  backups(): BackupFile[] {
    try {
      return backupsAmong(readdirSync(this.root));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    }
  }

  newest(): Date | null {
    return this.backups()[0]?.madeAt ?? null;
  }

  /** Creates an empty directory for a new backup, and removes unfinished ones. */
  newDraft(): string {
    for (const name of readdirSync(this.root).filter((one) => one.startsWith(DRAFT))) this.remove(name);
    const draft = this.path(`${DRAFT}${process.pid}`);
    mkdirSync(draft, { mode: 0o700 });
    return draft;
  }

  /**
   * Checks the disk space for a backup of the last one's size.
   * @throws BackupFailed
   */
  async requireSpace(): Promise<void> {
    const [last] = this.backups();
    const needed = Math.max(ROOM_MIN, last ? statSync(this.path(last.name)).size * ROOM_FACTOR : 0);
    const { bavail, bsize } = await statfs(this.root);
    const free = bavail * bsize;
    if (free >= needed) return;
    throw new BackupFailed(
      `Only ${mebibytes(free)} MB are free on the disk of ${this.root}, and a backup needs about ${mebibytes(needed)} MB while it is made: make room, or keep fewer.`,
    );
  }

  /** Deletes the oldest backups beyond the number to retain; the new one is always retained. */
  keep(keep: number, made: string): void {
    for (const name of superfluous(readdirSync(this.root), { keep, made })) this.remove(name);
  }

  private remove(name: string): void {
    rmSync(this.path(name), { recursive: true, force: true });
  }
}

const mebibytes = (bytes: number) => Math.floor(bytes / 2 ** 20);
