import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

const CONSOLE = path.resolve(__dirname, '../../../dist/apps/console');
const ASSETS = path.join(CONSOLE, 'assets');

function assetNamed(pattern: RegExp): string {
  const [name, ...others] = readdirSync(ASSETS).filter((one) => pattern.test(one));
  expect(others).toEqual([]);
  return name ?? '';
}

/** The file and all that it imports at once. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const script = readFileSync(path.join(ASSETS, file), 'utf8');
  for (const [, name] of script.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) {
    if (name !== undefined) withImports(name, found);
  }
  return found;
}

test('the overview needs at most 250 KB of script, gzipped', () => {
  const files = withImports(assetNamed(/^console-[\w-]+\.js$/));
  withImports(assetNamed(/^overview-screen-[\w-]+\.js$/), files);
  expect(files.size).toBeGreaterThan(3); // else the imports were not found
  const sizes = [...files].map((file) => gzipSync(readFileSync(path.join(ASSETS, file))).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(250_000);
});

test('the font has at most 60 KB, is asked for with the page, and has its licence beside it', () => {
  const font = assetNamed(/\.woff2$/);
  expect(statSync(path.join(ASSETS, font)).size).toBeLessThanOrEqual(60_000);
  expect(readFileSync(path.join(CONSOLE, 'index.html'), 'utf8')).toContain(`/assets/${font}`);
  expect(readFileSync(path.join(CONSOLE, 'inter-license.txt'), 'utf8')).toContain('SIL Open Font License');
});
