import { spawn } from 'node:child_process';
import diagnosticsChannel from 'node:diagnostics_channel';
import { constants, setPriority } from 'node:os';
import { ROOT } from './install.mjs';

/** The gateway publishes here when somebody opens the first page of the documentation. */
const WANTED = 'tributary:documentation-wanted';

/**
 * Builds the documentation in a process of its own once somebody opens a page of it: not at the start, which it would make a
 * minute longer. It ends at once where nothing has changed since the last build. @param words of the program that builds
 */
export function buildSiteOnDemand(words = ['tools/docs.mjs', '--site']) {
  const build = () => {
    const child = spawn(process.execPath, words, { cwd: ROOT, stdio: ['ignore', 'ignore', 2] });
    const stop = () => child.kill();
    process.once('exit', stop);
    child.once('spawn', () => giveWay(child.pid));
    child.once('close', () => {
      process.off('exit', stop);
      // From now on who asks is told what to do, where it failed, and served where not.
      diagnosticsChannel.unsubscribe(WANTED, build);
    });
    child.once('error', () => diagnosticsChannel.unsubscribe(WANTED, build));
    child.unref();
  };
  diagnosticsChannel.subscribe(WANTED, build);
}

/** The services are used meanwhile. */
function giveWay(pid) {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // Some systems forbid it: then it takes its share.
  }
}
