import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Migrations import packages and these folders only; a test checks their imports. */
const WHOLE_FOLDERS = ['libs/persistence/src', 'libs/money/src'];
const OF_MIGRATIONS = /\/migrations\/|\.migration\.ts$/;
const TEMPLATE_MAKER = 'libs/testing/src/postgres/service-database.ts';
const KEEPER = 'libs/testing/src/shared-postgres';
const PACKAGES = 'package-lock.json';
/** Variables that affect a server when it is created: its time zone, its locale and a replaced clock. */
const ENVIRONMENT = ['TZ', 'LANG', 'LC_ALL', 'LD_PRELOAD', 'FAKETIME'];

const KEPT = 'kept_';

/**
 * Returns a name for runs that can share templates. It changes with everything that changes templates: a migration, its
 * imports, or the code that makes templates.
 */
export function sharedRun(root: string): string {
  return KEPT + hashOf(root, [...sourcesOfTemplates(root), TEMPLATE_MAKER, PACKAGES]).slice(0, 16);
}

/** Returns whether the sources have changed since the run began; its templates may then come from the new ones. */
export function isOutdatedRun(run: string, root: string): boolean {
  return run.startsWith(KEPT) && run !== sharedRun(root);
}

/** Returns a hash of everything that a shared server depends on. */
export function serverMadeFrom(root: string, settings: Readonly<Record<string, string>>): string {
  const files = [...filesUnder(root, 'libs/persistence/src/embedded-postgres'), ...filesUnder(root, KEEPER)];
  const environment = ENVIRONMENT.map((name) => `${name}=${process.env[name] ?? ''}`);
  return hashOf(root, [...files, PACKAGES], [...environment, JSON.stringify(settings)]);
}

/** Returns the source files of templates, as paths in the workspace. */
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
