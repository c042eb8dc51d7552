import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, readFile, rename, rm, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type FoundFile, versionOf, pathOf } from './find-files';
import { inFolder } from './open-folder';
import { BegunImport } from './import-file';

/** The longest file name of usual file systems. */
const NAME_BYTES_MAX = 255;
/** More than the id of an import with a size and a time. */
const LEGACY_BYTES_MAX = 200;

/**
 * The notes on processed files and the ids of begun imports. They are in the data directory, not in the import folder,
 * where other users may write.
 */
export class ImportNotes {
  constructor(
    private readonly home: string,
    private readonly root: string,
  ) {}

  /**
   * Writes a note.
   * @param file its path in the folder
   * @returns the path of the note
   */
  async write(file: readonly string[], text: string): Promise<string> {
    const note = this.noteOf(file);
    await mkdir(path.dirname(note), { recursive: true, mode: 0o700 });
    await writeWhole(note, `${text}\n`);
    return note;
  }

  async remove(file: readonly string[]): Promise<void> {
    await rm(this.noteOf(file), { force: true });
  }

  /** Returns access to the import of the file's current content, which continues after a crash. */
  begun(file: FoundFile): BegunImport {
    return {
      find: async () => {
        const text = await readFile(this.stateOf(file), 'utf8').catch(() => this.readLegacy(file));
        const [id = '', ...version] = text.split(' ');
        return /^[1-9]\d*$/.test(id) && version.join(' ') === versionOf(file) ? id : null;
      },
      keep: async (id) => {
        await mkdir(path.dirname(this.stateOf(file)), { recursive: true, mode: 0o700 });
        await writeWhole(this.stateOf(file), `${id} ${versionOf(file)}`);
      },
    };
  }

  async forget(file: FoundFile): Promise<void> {
    await rm(this.stateOf(file), { force: true });
    await inFolder(this.root, file.folders, async (folder) => {
      for (const name of legacyNames(file)) await unlink(folder.at(name)).catch(() => undefined);
    });
  }

  /** Reads the id of an import that an earlier release began and stored beside the file. */
  private async readLegacy(file: FoundFile): Promise<string> {
    const [name] = legacyNames(file);
    return inFolder(this.root, file.folders, async (folder) => {
      const handle = await open(
        folder.at(name),
        constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
      );
      const { buffer, bytesRead } = await handle
        .read(Buffer.alloc(LEGACY_BYTES_MAX), 0, LEGACY_BYTES_MAX, 0)
        .finally(() => handle.close());
      return buffer.toString('utf8', 0, bytesRead);
    }).catch(() => '');
  }

  private noteOf(file: readonly string[]): string {
    return path.join(this.home, 'notes', ...file.slice(0, -1), noteName(file.at(-1) ?? ''));
  }

  private stateOf(file: FoundFile): string {
    return path.join(this.home, 'begun', hash('sha256', `${this.root}\0${pathOf(file)}`, 'hex'));
  }
}

function noteName(name: string): string {
  const note = `${name}.txt`;
  return Buffer.byteLength(note) <= NAME_BYTES_MAX ? note : `${hash('sha256', name, 'hex')}.txt`;
}

function legacyNames({ name }: FoundFile): readonly [string, string] {
  return [`.${name}.import`, `.${name}.import.part`];
}

/** Writes atomically: a reader sees the whole text or none. */
async function writeWhole(file: string, text: string): Promise<void> {
  const draft = path.join(path.dirname(file), `.${hash('sha256', file, 'hex')}.draft`);
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
