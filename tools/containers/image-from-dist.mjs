import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../install.mjs';

/** The step of deploy/Dockerfile that compiles `dist`, which takes a minute on two cores. */
const BUILD_STEP = /^RUN node tools\/build\.mjs && node tools\/docs\.mjs --site$/m;
/** Maximum time of a build whose layers are cached; such a build takes seconds. */
const CACHED_BUILD_MS_MAX = 60_000;

/**
 * Checks that the engine's cache has the image's layers with the npm packages. A change of package-lock.json makes
 * these layers stale.
 * Returns the reason why an image cannot be built from the cache, or null if it can.
 */
export function packageCacheProblem(env) {
  const args = ['--output', 'type=cacheonly', '--file', 'deploy/Dockerfile', '--target', 'production', '.'];
  const { status } = spawnSync('docker', ['buildx', 'build', ...args], {
    cwd: ROOT,
    env,
    stdio: 'ignore',
    timeout: CACHED_BUILD_MS_MAX,
  });
  return status === 0 ? null : 'the layers with the packages are not in the cache';
}

/**
 * Builds the image that Compose runs, `tributary:local`, without compiling: the Dockerfile's build step is removed, and
 * the image gets the `dist` folder of this checkout.
 */
export function buildFromDist(env) {
  const dockerfile = readFileSync(path.join(ROOT, 'deploy/Dockerfile'), 'utf8');
  if (!BUILD_STEP.test(dockerfile))
    throw new Error(`deploy/Dockerfile has no step that matches ${BUILD_STEP}`);
  const folder = mkdtempSync(path.join(tmpdir(), 'tributary-image-'));
  try {
    const file = path.join(folder, 'Dockerfile');
    writeFileSync(file, dockerfile.replace(BUILD_STEP, ''));
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
