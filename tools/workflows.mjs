import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { goProgram } from './containers/go-programs.mjs';
import { ROOT } from './install.mjs';

/**
 * `npm run workflows`: reads .github/workflows with actionlint. Without shellcheck and pyflakes, which a machine may have or
 * not: the result is the same everywhere. Steps are single commands, tools/workflows.unit.test.ts holds them to that.
 */
function checkWorkflows() {
  const actionlint = builtOrSkipped();
  if (actionlint === null) return 0;
  const folder = path.join(ROOT, '.github/workflows');
  const files = readdirSync(folder).map((file) => path.join(folder, file));
  const { status } = spawnSync(actionlint, ['-shellcheck=', '-pyflakes=', ...files], { stdio: 'inherit' });
  if (status === 0) console.log(`actionlint: ${files.length} workflows, no complaint`);
  return status ?? 1;
}

/** Building needs Go 1.24 or newer and, the first time, the Go module proxy. */
function builtOrSkipped() {
  try {
    return goProgram('actionlint');
  } catch (error) {
    console.log(
      `actionlint could not be built, so the workflows were not read: ${error.message.split('\n')[0]}`,
    );
    return null;
  }
}

process.exitCode = checkWorkflows();
