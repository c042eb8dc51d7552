import { execFile, spawnSync } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { workspaceRoot } from '../workspace-root';

/**
 * Builds the native code of Actual's client and server if it is missing (a minute, once), and the process in which
 * suites run the client.
 */
export async function prepareBudgetb(): Promise<void> {
  const run = promisify(execFile);
  await run(process.execPath, [tool()]);
  await run(process.execPath, [path.join(workspaceRoot(), 'tools/build.mjs'), '--tests', '--if-stale']);
}

/** Returns why Actual cannot run on this machine, or undefined. */
export function whyNoBudgetb(): string | undefined {
  return spawnSync(process.execPath, [tool(), '--check'], { encoding: 'utf8' }).stdout || undefined;
}

function tool(): string {
  return path.join(workspaceRoot(), 'tools/budgetb.mjs');
}
