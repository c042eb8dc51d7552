import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BackupFailed } from '@tributary/service';

/** The file that describes the content of a copy. */
export const MANIFEST = 'manifest.json';

/** The directory beside it, with a file for each table. */
export const TABLES = 'tables';

/** The format's number. A later format gets the next one; a release reads its own and earlier ones. */
export const FORMAT = 1;

/** A table of a copy. */
export interface CopiedTable {
  readonly schema: string;
  readonly name: string;
  /** The stored (not generated) columns, in the order of the file. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** The table in the text format of PostgreSQL's COPY, gzipped; a path in the directory of the tables. */
  readonly file: string;
}

export interface CopiedSequence {
  readonly schema: string;
  readonly name: string;
  /** The last assigned value; null if none was assigned. */
  readonly value: string | null;
}

/** The content of a copy: the data of all schemas at one moment, and the migrations that had been applied. */
export interface Manifest {
  readonly format: number;
  readonly madeAt: string;
  readonly migrations: Readonly<Record<string, readonly string[]>>;
  readonly tables: readonly CopiedTable[];
  readonly sequences: readonly CopiedSequence[];
}

export function writeManifest(directory: string, manifest: Manifest): void {
  writeFileSync(path.join(directory, MANIFEST), JSON.stringify(manifest, null, 1), { mode: 0o600 });
}

/**
 * Reads the manifest.
 * @throws BackupFailed if a later release wrote it
 */
export function readManifest(directory: string): Manifest {
  const manifest = JSON.parse(readFileSync(path.join(directory, MANIFEST), 'utf8')) as Manifest;
  if (manifest.format > FORMAT) throw madeByNewer();
  return manifest;
}

export function madeByNewer(): BackupFailed {
  return new BackupFailed(
    'The backup was made by a newer version of Tributary: restore it with that version or a later one.',
  );
}
