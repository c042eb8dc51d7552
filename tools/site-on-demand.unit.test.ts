import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './testing/deployments';

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'tributary-site-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** What a process does that builds on demand, in one of its own because it is an ES module. @returns what it printed */
function played(program: string, script: string): string {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { buildSiteOnDemand } from ${JSON.stringify(path.join(ROOT, 'tools/site-on-demand.mjs'))};
       import diagnosticsChannel from 'node:diagnostics_channel';
       const wanted = diagnosticsChannel.channel('tributary:documentation-wanted');
       const until = async (holds) => { while (!holds()) await new Promise((done) => setTimeout(done, 20)); };
       const file = ${JSON.stringify(path.join(folder, 'built'))};
       buildSiteOnDemand(['-e', ${JSON.stringify(program)}.replace('FILE', JSON.stringify(file))]);
       ${script}`,
    ],
    { encoding: 'utf8', timeout: 60_000 },
  );
  return `${stdout}${stderr}`;
}

it('builds once a page is opened, not before, and then leaves no builder behind', () => {
  const printed = played(
    `require('fs').appendFileSync(FILE, 'once ')`,
    `const { existsSync } = await import('node:fs');
     console.log(existsSync(file), wanted.hasSubscribers);
     wanted.publish({});
     await until(() => !wanted.hasSubscribers);
     wanted.publish({});
     console.log(existsSync(file));`,
  );
  expect(printed).toBe('false true\ntrue\n');
  expect(readFileSync(path.join(folder, 'built'), 'utf8')).toBe('once ');
});

it('says nothing more of a build that failed than it says itself, and does not try for ever', () => {
  const printed = played(
    `console.error('no room'); process.exit(1)`,
    `wanted.publish({});
     await until(() => !wanted.hasSubscribers);`,
  );
  expect(printed).toBe('no room\n');
});

it('ends the build with the process that wanted it', () => {
  played(
    `setTimeout(() => require('fs').writeFileSync(FILE, 'too late'), 1_000)`,
    `wanted.publish({}); process.exit(0);`,
  );
  expect(existsSync(path.join(folder, 'built'))).toBe(false);
});

it('is part of every start from a checkout, and of every build of one', () => {
  const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
  expect(read('tools/start.mjs')).toContain('buildSiteOnDemand();');
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  expect(scripts['build']).toBe('node tools/build.mjs && node tools/docs.mjs --site');
  expect(read('deploy/Dockerfile')).toContain(`RUN ${scripts['build'] ?? ''}\n`);
});
