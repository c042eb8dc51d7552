import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compressFiles } from './compress.mjs';
import { ROOT } from './install.mjs';

/** Where the console is, and where its files for the browser go. */
export const CONSOLE = { root: path.join('apps', 'console'), dist: path.join('dist', 'apps', 'console') };

/** Written beside the files that were built: their sources' content. */
const FINGERPRINT = path.join(ROOT, CONSOLE.dist, '.fingerprint');

/** What the built files depend on, besides the packages in package-lock.json. */
const SOURCES = [CONSOLE.root, 'libs/client/src', 'libs/money/src'];

/** Builds the console if its sources have changed since the last build; the check alone takes milliseconds. */
export async function buildConsoleIfStale() {
  const wanted = fingerprint();
  if (existsSync(FINGERPRINT) && readFileSync(FINGERPRINT, 'utf8') === wanted) return;
  await buildForProduction();
  await compressFiles(path.join(ROOT, CONSOLE.dist, 'assets'));
  writeFileSync(FINGERPRINT, wanted);
}

/** Whoever asks for it: Jest's own environment would make React's development build of it, which is larger and slower. */
async function buildForProduction() {
  const { NODE_ENV: before } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    const { build } = await import('vite');
    await build({ configFile: path.join(ROOT, CONSOLE.root, 'vite.config.ts'), logLevel: 'warn' });
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

function fingerprint() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap(filesUnder).filter((file) => !/\.test\.ts$/.test(file));
  for (const file of [
    ...files.sort(),
    'package-lock.json',
    'tsconfig.base.json',
    'tools/console.mjs',
    'tools/compress.mjs',
  ]) {
    hash.update(`${file}\n`).update(readFileSync(path.join(ROOT, file)));
  }
  return hash.digest('hex');
}

function filesUnder(directory) {
  return readdirSync(path.join(ROOT, directory), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith(path.join(CONSOLE.root, 'test')));
}
