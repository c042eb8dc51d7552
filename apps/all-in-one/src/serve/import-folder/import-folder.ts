import type { LentToken } from '@tributary/api-gateway';
import { Worker } from '@tributary/jobs';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { Ended, ENDED, findFiles, FoundFile, isUnchanged, lookOf, looksOf, pathOf } from './find-files';
import { BegunImport, importFile, Outcome } from './import-file';

const LOOK_EVERY_MS = 2000;

export interface ImportFolderOptions {
  readonly directory: string;
  /** Of the API. */
  readonly baseUrl: string;
  /** A token for the user with the e-mail address, or for the first administrator. */
  readonly lend: (email: string | null) => Promise<LentToken | null>;
  readonly onFailure: (error: unknown) => void;
  readonly lookEveryMs?: number;
}

/**
 * Imports the files that are dropped into a folder, one at a time, and moves each away with a note. A hidden file beside
 * it has the id of its import until then, so that after a crash the same import goes on.
 */
export class ImportFolder {
  private readonly worker: Worker;
  /** How files looked before, by path: one that is the same twice has stopped growing. */
  private seen = new Map<string, string>();
  /** Files that ended but could not be moved, as they looked: they are not imported again and again. */
  private readonly stuck = new Map<string, string>();

  constructor(private readonly options: ImportFolderOptions) {
    this.worker = new Worker({
      name: 'import folder',
      idleMs: options.lookEveryMs ?? LOOK_EVERY_MS,
      onFailure: options.onFailure,
      round: (signal) => this.round(signal),
    });
  }

  /** @throws if the folder cannot be made or written to */
  async start(): Promise<void> {
    for (const ended of ENDED) await mkdir(path.join(this.options.directory, ended), { recursive: true });
    this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const found = await findFiles(this.options.directory);
    const before = this.seen;
    this.seen = looksOf(found);
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

  private async import(file: FoundFile, signal: AbortSignal): Promise<Outcome | null> {
    const lent = await this.options.lend(file.email);
    if (!lent) {
      if (file.email === null) return null; // the first user is not made yet
      return { folder: 'failed', why: 'There is no user with the e-mail address of this folder.' };
    }
    try {
      const api = { baseUrl: this.options.baseUrl, token: lent.token };
      return await importFile(file, api, begunImport(file), signal);
    } catch (error) {
      if (signal.aborted) return null;
      throw error;
    } finally {
      await lent.giveBack();
    }
  }

  private async moveAway(file: FoundFile, { folder, why }: Outcome): Promise<void> {
    try {
      const target = await freePath(file, folder);
      const draft = path.join(path.dirname(target), `.${path.basename(target)}.txt`);
      await writeFile(draft, `${why}\n`);
      await rename(pathOf(file), target);
      await rm(begunPath(file), { force: true });
      await rename(draft, `${target}.txt`); // a reader sees the whole note or none
    } catch (error) {
      for (const [at, look] of looksOf([file])) this.stuck.set(at, look);
      throw error;
    }
  }
}

function begunImport(file: FoundFile): BegunImport {
  return {
    find: async () => {
      const text = await readFile(begunPath(file), 'utf8').catch(() => '');
      const [id = '', ...look] = text.split(' ');
      return /^[1-9]\d*$/.test(id) && look.join(' ') === lookOf(file) ? id : null;
    },
    keep: async (id) => {
      const draft = `${begunPath(file)}.part`;
      await writeFile(draft, `${id} ${lookOf(file)}`);
      await rename(draft, begunPath(file)); // the whole of it or nothing
    },
  };
}

function begunPath({ directory, name }: FoundFile): string {
  return path.join(directory, `.${name}.import`);
}

/** Beside an earlier file of the same name. */
async function freePath({ directory, name }: FoundFile, folder: Ended): Promise<string> {
  const target = path.join(directory, folder);
  await mkdir(target, { recursive: true });
  const { name: stem, ext } = path.parse(name);
  for (let number = 1; ; number += 1) {
    const free = path.join(target, number === 1 ? name : `${stem}-${number}${ext}`);
    const isTaken = await access(free).then(
      () => true,
      () => false,
    );
    if (!isTaken) return free;
  }
}
