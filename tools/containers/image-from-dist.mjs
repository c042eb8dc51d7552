import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../install.mjs';

/** The step of deploy/Dockerfile that makes `dist`, a minute of two cores. */
const BUILDING = /^RUN node tools\/build\.mjs && node tools\/docs\.mjs --site$/m;
/** With its layers in the cache it takes seconds. */
const PACKAGES_WITHIN_MS = 60_000;

/** Why the layers of packages are not in the engine's cache, as after a change of package-lock.json, or null. */
export function whyNoPackages(env) {
  const words = ['--output', 'type=cacheonly', '--file', 'deploy/Dockerfile', '--target', 'production', '.'];
  const { status } = spawnSync('docker', ['buildx', 'build', ...words], {
    cwd: ROOT,
    env,
    stdio: 'ignore',
    timeout: PACKAGES_WITHIN_MS,
  });
  return status === 0 ? null : 'the layers of the packages are not there';
}

/** The image that Compose runs, by the Dockerfile's other steps, with the `dist` that `npm run build` left here. */
export function buildFromDist(env) {
  const dockerfile = readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8');
  if (!BUILDING.test(dockerfile)) throw new Error('deploy/Dockerfile makes dist by another step by now');
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-image-'));
  try {
    const file = path.join(folder, 'Dockerfile');
    writeFileSync(file, dockerfile.replace(BUILDING, ''));
    writeFileSync(`${file}.dockerignore`, `${readFileSync(path.join(ROOT, '.dockerignore'), 'utf8')}!dist\n`);
    execFileSync('docker', ['build', '--quiet', '--file', file, '--tag', 'tributary:local', '.'], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'ignore', 2],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
