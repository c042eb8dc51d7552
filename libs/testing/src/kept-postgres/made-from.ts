import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** What a migration may be made from, besides packages, is in one of these files; a test follows their imports. */
const WHOLE_FOLDERS = ['libs/persistence/src', 'libs/money/src'];
const OF_MIGRATIONS = /\/migrations\/|\.migration\.ts$/;
const TEMPLATE_MAKER = 'libs/testing/src/postgres/service-database.ts';
const KEEPER = 'libs/testing/src/kept-postgres';
const PACKAGES = 'package-lock.json';
/** A server takes its time zone from these, when it is made, and a clock that somebody has set. */
const SURROUNDINGS = ['TZ', 'LANG', 'LC_ALL', 'LD_PRELOAD', 'FAKETIME'];

const KEPT = 'kept_';

/**
 * The name of all runs that may use the same templates. It changes whenever a template may be made otherwise: with a migration,
 * what it imports, or how templates are made.
 */
export function keptRun(root: string): string {
  return KEPT + hashOf(root, [...sourcesOfTemplates(root), TEMPLATE_MAKER, PACKAGES]).slice(0, 16);
}

/** True where the sources have changed since the run began: its templates may be made from the new ones. */
export function isOutdatedRun(run: string, root: string): boolean {
  return run.startsWith(KEPT) && run !== keptRun(root);
}

/** Changes whenever a kept server would be another one. */
export function serverMadeFrom(root: string, settings: Readonly<Record<string, string>>): string {
  const files = [...filesUnder(root, 'libs/persistence/src/embedded-postgres'), ...filesUnder(root, KEEPER)];
  const surroundings = SURROUNDINGS.map((name) => `${name}=${process.env[name] ?? ''}`);
  return hashOf(root, [...files, PACKAGES], [...surroundings, JSON.stringify(settings)]);
}

/** Of the workspace, by path below its root. */
export function sourcesOfTemplates(root: string): string[] {
  const packages = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(path.join(root, kind)).map((name) => `${kind}/${name}/src`),
  );
  return packages.flatMap((folder) => {
    const files = filesUnder(root, folder).filter((file) => !file.endsWith('.test.ts'));
    return WHOLE_FOLDERS.includes(folder) ? files : files.filter((file) => OF_MIGRATIONS.test(file));
  });
}

function filesUnder(root: string, folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .sort();
}

function hashOf(root: string, files: readonly string[], texts: readonly string[] = []): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text}\0`);
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}
