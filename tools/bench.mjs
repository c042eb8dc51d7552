import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { build, TESTS } from './build.mjs';
import { checkNode, installWhatIsMissing, ROOT } from './install.mjs';

checkNode();
installWhatIsMissing();
const [name, ...rest] = process.argv.slice(2);
const known = readdirSync(path.join(ROOT, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''));
if (name === undefined || !known.includes(name)) {
  console.error(`usage: npm run bench -- <${known.join(' | ')}>`);
  process.exit(2);
}
await build();
await build(TESTS);
const script = path.join(ROOT, 'dist-test/bench', `${name}.bench.js`);
if (!existsSync(script)) throw new Error(`${script} was not built`);
// As the services run: see `npm start` and deploy/Dockerfile.
const flags = ['--enable-source-maps', '--max-semi-space-size=32'];
const { status } = spawnSync(process.execPath, [...flags, script, ...rest], {
  stdio: 'inherit',
});
process.exitCode = status ?? 1;
