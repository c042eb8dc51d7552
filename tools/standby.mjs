import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

/**
 * A process of `npm run dev` that has loaded the packages of a program, and starts the program, as it is built by then,
 * when it is told to by a line. Packages take longer to load than the program's own modules, and do not change.
 */
const [main = ''] = process.argv.splice(2, 1);
const BUILD = path.resolve(main, '../../../..');
const LAUNCHER = path.join(BUILD, 'libs/service/src/launch/launch.js');
const require = createRequire(main);

const loaded = stamp();
const { openPackages } = require(LAUNCHER);
const packages = openPackages(BUILD, path.join(path.dirname(main), packagesOf(main)));
for (const load of Object.values(packages)) load();

process.stdin.once('end', () => process.exit());
process.stdin.once('data', () => {
  process.stdin.removeAllListeners();
  process.stdin.destroy();
  if (stamp() !== loaded) delete require.cache[LAUNCHER];
  require(main);
});

/** What is loaded does for the program as long as this stays the same. */
function stamp() {
  return `${statSync(LAUNCHER).mtimeMs} ${packagesOf(main)}`;
}

function packagesOf(file) {
  const [, name] = /"packages":"([^"]+)"/.exec(readFileSync(file, 'utf8')) ?? [];
  if (name === undefined) throw new Error(`${file} is no program`);
  return name;
}
