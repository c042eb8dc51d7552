import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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
  const { build } = await import('vite');
  await build({ configFile: path.join(ROOT, CONSOLE.root, 'vite.config.ts'), logLevel: 'warn' });
  await compressAssets();
  writeFileSync(FINGERPRINT, wanted);
}

/** Compressed once here, not with each answer. Below a packet or two there is nothing to gain. */
async function compressAssets() {
  const files = filesUnder(path.join(CONSOLE.dist, 'assets')).filter((file) => /\.(js|css|svg)$/.test(file));
  await Promise.all(files.map((file) => compress(path.join(ROOT, file))));
}

const WORTH_IT_BYTES = 1500;
// The best quality takes seconds for the last few hundredths.
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

async function compress(file) {
  const content = readFileSync(file);
  if (content.length < WORTH_IT_BYTES) return;
  await Promise.all([
    promisify(brotliCompress)(content, BROTLI).then((small) => writeFile(`${file}.br`, small)),
    promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
  ]);
}

function fingerprint() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap(filesUnder).filter((file) => !/\.test\.ts$/.test(file));
  for (const file of [...files.sort(), 'package-lock.json', 'tsconfig.base.json', 'tools/console.mjs']) {
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
