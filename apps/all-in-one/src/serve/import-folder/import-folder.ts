import type { LentToken } from '@tributary/api-gateway';
import { Worker } from '@tributary/jobs';
import { mkdir } from 'node:fs/promises';
import type { Stats } from 'node:fs';
import {
  type Ended,
  ENDED,
  findFiles,
  FoundFile,
  isFound,
  isUnchanged,
  versionsOf,
  UnreadFolderError,
} from './find-files';
import { inFolder, NotAFolderError } from './open-folder';
import { importFile, Outcome } from './import-file';
import { ImportNotes } from './import-notes';
import { moveFile } from './move-file';

const LOOK_EVERY_MS = 2000;

export interface ImportFolderOptions {
  readonly directory: string;
  /** The directory for notes and begun imports. It is outside of the import folder, where other users may write. */
  readonly home: string;
  /** The API's address. */
  readonly baseUrl: string;
  /** Returns a token for the user with the e-mail address, or for the first administrator. */
  readonly lend: (email: string | null) => Promise<LentToken | null>;
  readonly onFailure: (error: unknown) => void;
  readonly lookEveryMs?: number;
}

/**
 * Imports the files of a folder, one at a time. Each processed file is moved to a sub-folder, and a note with the
 * reason is written into the data directory. That directory stores the id of a running import, so that it continues
 * after a crash.
 */
export class ImportFolder {
  private readonly worker: Worker;
  private readonly notes: ImportNotes;
  /** Size and time of the files in the previous scan: a file that is unchanged since then is complete. */
  private seen = new Map<string, string>();
  /** Size and time of processed files that could not be moved, so that they are not imported again. */
  private readonly stuck = new Map<string, string>();

  private unread: ReadonlySet<string> = new Set();

  constructor(private readonly options: ImportFolderOptions) {
    this.notes = new ImportNotes(options.home, options.directory);
    this.worker = new Worker({
      name: 'import folder',
      idleMs: options.lookEveryMs ?? LOOK_EVERY_MS,
      onFailure: options.onFailure,
      round: (signal) => this.round(signal),
    });
  }

  /**
   * Starts the scans.
   * @throws if the folder cannot be created or written to; NotAFolderError
   */
  async start(): Promise<void> {
    await mkdir(this.options.directory, { recursive: true });
    await inFolder(this.options.directory, [], async (root) => {
      for (const ended of ENDED) await (await root.createFolder(ended)).close();
    });
    this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const { files: found, unread } = await findFiles(this.options.directory);
    this.report(unread);
    const before = this.seen;
    this.seen = versionsOf(found);
    const isReady = (file: FoundFile) => isUnchanged(file, before) && !isUnchanged(file, this.stuck);
    const waiting = new Set<string | null>();
    for (const file of found.filter(isReady)) {
      if (signal.aborted) return false;
      if (waiting.has(file.email)) continue;
      const outcome = await this.import(file, signal);
      if (outcome) await this.moveAway(file, outcome);
      else waiting.add(file.email);
    }
    return false;
  }

  /** Reports an unreadable folder once, until it is readable again. */
  private report(unread: readonly UnreadFolderError[]): void {
    for (const error of unread) if (!this.unread.has(error.folder)) this.options.onFailure(error);
    this.unread = new Set(unread.map(({ folder }) => folder));
  }

  private async import(file: FoundFile, signal: AbortSignal): Promise<Outcome | null> {
    const lent = await this.options.lend(file.email);
    if (!lent) {
      if (file.email === null) return null; // the first user does not exist yet
      return { folder: 'failed', why: 'There is no user with the e-mail address of this folder.' };
    }
    try {
      const api = { baseUrl: this.options.baseUrl, token: lent.token };
      return await importFile(this.options.directory, file, api, this.notes.begun(file), signal);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      await lent.giveBack();
    }
  }

  private async moveAway(file: FoundFile, outcome: Outcome): Promise<void> {
    try {
      const { folder, why } = outcome;
      const noteAt = (name: string) => [...file.folders, folder, name];
      let announced = '';
      const announce = async (name: string) => {
        announced = name;
        await this.notes.write(noteAt(name), why);
      };
      const isMoved = await this.move(file, folder, announce);
      // Another file replaced it and will be handled by a later scan.
      if (!isMoved) return await this.notes.remove(noteAt(announced));
      await this.notes.forget(file);
    } catch (error) {
      for (const [at, version] of versionsOf([file])) this.stuck.set(at, version);
      await this.notes.write([...file.folders, file.name], `${outcome.why} ${whyStuck(outcome, error)}`);
      throw error;
    }
  }

  private move(file: FoundFile, folder: Ended, announce: (name: string) => Promise<void>): Promise<boolean> {
    return inFolder(this.options.directory, file.folders, async (from) => {
      const to = await from.createFolder(folder);
      try {
        const isExpected = (stats: Stats) => isFound(file, stats);
        return (await moveFile({ name: file.name, from, to, isExpected, announce })) !== null;
      } finally {
        await to.close();
      }
    });
  }
}

function whyStuck({ folder }: Outcome, error: unknown): string {
  const reason = error instanceof NotAFolderError ? error.message : 'Check the permissions of the folder.';
  return `The file could not be moved to ${folder}/. ${reason}`;
}
