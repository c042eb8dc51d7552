import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './install.mjs';

/**
 * Builds another commit of this repository, such as the previous release, beside this one, with the packages that are installed here:
 * `node tools/previous-build.mjs <commit>` prints where its build is, for `FAULT_PREVIOUS_BUILD`.
 */
function previousBuild(commit) {
  const git = (...words) => execFileSync('git', words, { cwd: ROOT, encoding: 'utf8' }).trim();
  const id = git('rev-parse', '--short', `${commit}^{commit}`);
  const tree = path.join(ROOT, '.data', 'previous', id);
  if (!existsSync(tree)) git('worktree', 'add', '--quiet', '--detach', tree, id);
  const packages = path.join(tree, 'node_modules');
  if (!existsSync(packages)) symlinkSync(path.join(ROOT, 'node_modules'), packages);
  execFileSync(process.execPath, ['tools/build.mjs'], { cwd: tree, stdio: ['ignore', 'ignore', 'inherit'] });
  return path.join(tree, 'dist');
}

const [commit] = process.argv.slice(2);
if (commit === undefined) {
  console.error('usage: node tools/previous-build.mjs <commit>');
  process.exitCode = 1;
} else {
  console.log(previousBuild(commit));
}
