import { accessSync, constants, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './testing/deployments';

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly 'runs-on': string;
  readonly 'timeout-minutes'?: number;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

const FOLDER = path.join(ROOT, '.github/workflows');
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const { scripts, engines } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly engines: { readonly node: string };
};
const WORKFLOWS = readdirSync(FOLDER).map((file) => {
  const text = readFileSync(path.join(FOLDER, file), 'utf8');
  return { file, text, workflow: parse(text) as Workflow };
});
const JOBS = WORKFLOWS.flatMap(({ file, workflow }) =>
  Object.entries(workflow.jobs).map(([name, job]) => ({ name: `${file}: ${name}`, job })),
);
const STEPS = JOBS.flatMap(({ name, job }) => job.steps.map((step) => ({ name, ...step })));

/** Whether a clone can run the same: one npm script, or one executable file, without anything around it. */
function runsHere(command: string): boolean {
  const [, script] = /^npm (?:run )?([\w:-]+)(?: -- [\w. -]+)?$/.exec(command) ?? [];
  if (script !== undefined) return script in scripts;
  if (!/^[\w./-]+$/.test(command)) return false;
  accessSync(path.join(ROOT, command), constants.X_OK);
  return true;
}

it('each step of a workflow is one command that a clone can run, too', () => {
  const commands = STEPS.flatMap(({ run }) => run ?? []);
  expect(commands).not.toEqual([]);
  expect(commands.filter((command) => !runsHere(command))).toEqual([]);
});

it.each(['npm run no-such-script', 'npm test && echo done', 'curl https://example.com | sh', 'npm ci'])(
  '%s would not be one',
  (command) => {
    expect(runsHere(command)).toBe(false);
  },
);

it('actions are pinned by commit, with their version beside it for readers and for Renovate', () => {
  const used = WORKFLOWS.flatMap(({ text }) => text.split('\n').filter((line) => /\buses:/.test(line)));
  expect(used).not.toEqual([]);
  expect(used.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

it('workflows may only read the repository, and their jobs end', () => {
  for (const { workflow } of WORKFLOWS) expect(workflow.permissions).toEqual({ contents: 'read' });
  for (const { job } of JOBS) expect(job['timeout-minutes']).toBeLessThanOrEqual(360);
});

it('all checks run on each supported line of Node', () => {
  const linux = WORKFLOWS.find(({ file }) => file === 'checks.yml')?.workflow.jobs['linux'];
  const versions = linux?.strategy?.matrix['node'] ?? [];
  expect(versions.map((version) => Number(version.split('.')[0]))).toEqual([20, 22, 24]);
  expect(engines.node).toMatch(/^>=20\./);
  expect(linux?.steps.map(({ run }) => run)).toContain('.ci/run');
});

it('the dev container has what .ci/run asks for, from images that cannot change', () => {
  const images = [...read('.devcontainer/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(images).toHaveLength(2);
  for (const image of images) expect(image).toMatch(/^\w+:\d+\.\d+\.\d+-\w+@sha256:[0-9a-f]{64}$/);
  const wanted = [...read('.ci/run').matchAll(/apt-get install -y -qq --no-install-recommends ([\w. -]+)/g)];
  const programs = wanted
    .flatMap(([, names = '']) => names.trim().split(/ +/))
    .filter((name) => name !== 'golang-go');
  expect(programs).toContain('chromium');
  const installed = read('.devcontainer/Dockerfile').split(/\s+/);
  expect(programs.filter((name) => !installed.includes(name))).toEqual([]);
});
