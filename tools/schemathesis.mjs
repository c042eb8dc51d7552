import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, TESTS } from './build.mjs';
import { checkNode, installWhatIsMissing, ROOT } from './install.mjs';

/**
 * Checks the running API against its own OpenAPI document: `npm run schemathesis`, for 3 minutes, or 60 with FULL=1.
 * Schemathesis is a Python program: it is installed in `.data`, pinned by its requirements' hashes.
 */
const REQUIREMENTS = path.join(ROOT, 'apps/all-in-one/test/schemathesis/requirements.txt');
const VENV = path.join(ROOT, '.data/schemathesis/venv');
const INSTALLED = path.join(VENV, 'requirements.sha256');

checkNode();
installWhatIsMissing();
await build();
await build(TESTS);
installSchemathesis();
const script = path.join(ROOT, 'dist-test/apps/all-in-one/test/schemathesis/main.js');
const { status } = spawnSync(process.execPath, ['--enable-source-maps', script, path.join(VENV, 'bin/st')], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;

function installSchemathesis() {
  const wanted = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex');
  if (existsSync(INSTALLED) && readFileSync(INSTALLED, 'utf8') === wanted) return;
  rmSync(VENV, { recursive: true, force: true });
  run(
    'python3',
    ['-m', 'venv', VENV],
    'Python 3.10 or newer, with venv, is needed for Schemathesis: install it first.',
  );
  run(
    path.join(VENV, 'bin/pip'),
    ['install', '--quiet', '--disable-pip-version-check', '--require-hashes', '-r', REQUIREMENTS],
    'Schemathesis could not be installed.',
  );
  writeFileSync(INSTALLED, wanted);
}

function run(command, args, complaint) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status === 0) return;
  console.error(complaint);
  process.exit(1);
}
