import { spawnSync } from 'node:child_process';
import Module from 'node:module';
import path from 'node:path';
import { checkNode, installWhatIsMissing, ROOT } from './install.mjs';
import { buildSiteOnDemand } from './site-on-demand.mjs';

checkNode();
installWhatIsMissing();

// The compiler runs in a process of its own, so that its memory is not the services'.
const build = `import('./tools/build.mjs').then(({ buildIfStale }) => buildIfStale()).catch(({ message }) => {
  console.error(message);
  process.exit(1);
})`;
const { status } = spawnSync(process.execPath, ['-e', build], { cwd: ROOT, stdio: ['ignore', 2, 2] });
if (status !== 0) process.exit(status ?? 1);

buildSiteOnDemand();

// In this very process: signals, standard streams and the exit code are the program's own, and a kill leaves no
// orphan that holds its ports.
process.setSourceMapsEnabled(true);
process.argv[1] = path.join(ROOT, 'dist/apps/all-in-one/src/main.js');
Module.runMain();
