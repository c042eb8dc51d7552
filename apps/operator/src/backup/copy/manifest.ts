import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { BackupFailed } from '@tributary/service';

/** The file that says what a copy of a database holds. */
export const MANIFEST = 'manifest.json';

/** The directory beside it with a file for each table. */
export const TABLES = 'tables';

/** A later form gets the next number; a release reads its own and the earlier ones. */
export const FORMAT = 1;

/** A table of a copy. */
export interface CopiedTable {
  readonly schema: string;
  readonly name: string;
  /** Those that are stored, not computed, in the order in which the file has them. */
  readonly columns: readonly string[];
  readonly rows: number;
  /** PostgreSQL's text form of COPY, gzipped; in the directory of the tables. */
  readonly file: string;
}

export interface CopiedSequence {
  readonly schema: string;
  readonly name: string;
  /** The last one that was given; null: none yet. */
  readonly value: string | null;
}

/** What a copy holds: the data of all schemas at one moment, and the migrations that had made their tables. */
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

/** @throws BackupFailed for one of a later release */
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
