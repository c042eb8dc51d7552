import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** The oldest Node that can `require` the ES modules of NestJS. */
const OLDEST_NODE = [20, 19];

/** Ends with a plain sentence on a Node that is too old, before anything can fail in a stranger way. */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1])) return;
  console.error(
    `Tributary needs Node ${OLDEST_NODE.join('.')} or newer, this is ${version}: see https://nodejs.org.`,
  );
  process.exit(1);
}

/** Runs `npm ci` when node_modules is not what package-lock.json says. Ends the process when that fails. */
export function installWhatIsMissing() {
  if (isInstalled()) return;
  console.error('Installing dependencies (npm ci) …');
  const { npm_execpath: npm } = process.env;
  const words = ['ci', '--no-audit'];
  const run = npm ? [process.execPath, [npm, ...words]] : ['npm', words];
  const options = { cwd: ROOT, stdio: ['ignore', 2, 2], shell: !npm && process.platform === 'win32' };
  const { status } = spawnSync(...run, options);
  if (status === 0) return;
  console.error('The dependencies could not be installed: see the lines above.');
  process.exit(1);
}

/**
 * Compares contents, not times: npm keeps its own copy of what it has installed. Optional packages may be absent,
 * most are for other platforms.
 */
function isInstalled() {
  const installedFile = path.join(ROOT, 'node_modules', '.package-lock.json');
  if (!existsSync(installedFile)) return false;
  const installed = packagesIn(installedFile);
  return Object.entries(packagesIn(path.join(ROOT, 'package-lock.json'))).every(([name, wanted]) => {
    const found = installed[name];
    const isOurs = !name.includes('node_modules/'); // in the checkout, whatever its version
    if (isOurs || (wanted.optional && found === undefined)) return true;
    return found !== undefined && found.version === wanted.version;
  });
}

function packagesIn(lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages;
}
