import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..');

interface Violation {
  from: string;
  rule: { name: string };
}

/** Small workspaces with the real rules and the real path aliases; only their sources are made up. */
const directories: string[] = [];

function workspaceWith(sources: Record<string, string>): string {
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-imports-'));
  directories.push(directory);
  const files = {
    'apps/rule-engine/src/index.ts': 'export const rules = 1;',
    'libs/contracts/src/index.ts': 'export const contract = 1;',
    'libs/messaging/src/index.ts': 'export const bus = 1;',
    'libs/money/src/index.ts': 'export const zero = 1;',
    'libs/testing/src/index.ts': 'export const database = 1;',
    'node_modules/kafkajs/package.json': '{ "name": "kafkajs", "main": "index.js" }',
    'node_modules/kafkajs/index.js': 'exports.Kafka = class {};',
    'package.json': '{ "dependencies": { "kafkajs": "*" } }',
    ...sources,
  };
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(directory, file)), { recursive: true });
    writeFileSync(path.join(directory, file), content);
  }
  cpSync(path.join(ROOT, 'tsconfig.base.json'), path.join(directory, 'tsconfig.base.json'));
  return directory;
}

/** Each violation as `rule: file`, sorted. */
function violationsIn(directory: string): string[] {
  const config = path.join(ROOT, '.dependency-cruiser.cjs');
  const cruiser = path.join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [cruiser, '--config', config, '--output-type', 'json', 'apps', 'libs'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  const { summary } = JSON.parse(stdout) as { summary: { violations: Violation[] } };
  return [...new Set(summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`))].sort();
}

afterAll(() => directories.forEach((directory) => rmSync(directory, { recursive: true })));

describe('the direction of imports', () => {
  it('forbids each import against it, naming the rule', () => {
    const directory = workspaceWith({
      'apps/api-gateway/src/main.ts': "import { rules } from '@tributary/rule-engine'; console.log(rules);",
      'apps/api-gateway/src/api/users/user.ts': "import '../../platform/start';",
      'apps/api-gateway/src/identity/users/user.ts': "import '../../rest/endpoint';",
      'apps/api-gateway/src/model/tables.ts': "import '../identity/users/user';",
      'apps/api-gateway/src/platform/start.ts': 'export const start = 1;',
      'apps/api-gateway/src/rest/endpoint.ts': "import '../api/users/user';",
      'apps/sandbox/src/producer.ts': "import { Kafka } from 'kafkajs'; console.log(Kafka);",
      'apps/sandbox/src/server.ts': "import { database } from '@tributary/testing'; console.log(database);",
      'apps/sandbox/src/lost.ts': "import { nothing } from './nowhere'; console.log(nothing);",
      'libs/contracts/src/publish.ts': "import { bus } from '@tributary/messaging'; console.log(bus);",
      'libs/messaging/src/rules.ts': "import { rules } from '@tributary/rule-engine'; console.log(rules);",
      'libs/money/src/event.ts': "import { contract } from '../../contracts/src'; console.log(contract);",
      'libs/service/src/chicken.ts': "import { egg } from './egg'; export const chicken = () => egg;",
      'libs/service/src/egg.ts': "import { chicken } from './chicken'; export const egg = () => chicken;",
    });
    expect(violationsIn(directory)).toEqual([
      'an-app-never-imports-an-app: apps/api-gateway/src/main.ts',
      'contracts-import-only-pure-libraries: libs/contracts/src/publish.ts',
      'every-import-resolves: apps/sandbox/src/lost.ts',
      'libraries-do-not-import-apps: libs/messaging/src/rules.ts',
      'no-circular: libs/service/src/chicken.ts',
      'only-messaging-imports-kafkajs: apps/sandbox/src/producer.ts',
      'product-code-never-imports-tests: apps/sandbox/src/server.ts',
      'pure-libraries-import-no-tributary-library: libs/money/src/event.ts',
      'the-gateway’s-api-imports-no-room-above-it: apps/api-gateway/src/api/users/user.ts',
      'the-gateway’s-identity-imports-no-room-above-it: apps/api-gateway/src/identity/users/user.ts',
      'the-gateway’s-model-imports-no-room-above-it: apps/api-gateway/src/model/tables.ts',
      'the-gateway’s-rest-imports-no-room-above-it: apps/api-gateway/src/rest/endpoint.ts',
    ]);
  });

  it('allows every import along it', () => {
    const directory = workspaceWith({
      'apps/all-in-one/src/main.ts': "import { rules } from '@tributary/rule-engine'; console.log(rules);",
      'apps/api-gateway/src/main.ts': "import { bus } from '@tributary/messaging'; console.log(bus);",
      'apps/api-gateway/test/main.e2e.test.ts':
        "import { database } from '@tributary/testing'; console.log(database);",
      'libs/contracts/src/price.ts': "import { zero } from '@tributary/money'; console.log(zero);",
      'libs/messaging/src/engine.ts':
        "import { Kafka } from 'kafkajs'; import { contract } from '@tributary/contracts'; console.log(Kafka, contract);",
    });
    expect(violationsIn(directory)).toEqual([]);
  });
});

/** Runs the whole check. */
function checkOf(sources: Record<string, string>): {
  readonly status: number | null;
  readonly stderr: string;
} {
  const directory = workspaceWith({ 'bench/a.ts': '', 'tools/a.mjs': '', ...sources });
  const script = path.join(ROOT, 'tools/imports.mjs');
  return spawnSync(process.execPath, [script], { cwd: directory, encoding: 'utf8' });
}

/** A file that imports others, from its own place. */
const importing = (...files: string[]): string =>
  [...files.map((file) => `import '${file}';`), 'export {};'].join('\n');

describe('folders that import each other in a circle', () => {
  it('are refused however long the circle is, with the imports of its shortest way round', () => {
    const { status, stderr } = checkOf({
      'libs/service/src/chickens/chicken.ts': importing('../eggs/egg'),
      'libs/service/src/chickens/hen.ts': importing('../eggs/shell'),
      'libs/service/src/eggs/egg.ts': importing('../farms/farm'),
      'libs/service/src/eggs/shell.ts': importing('../nests/nest', '../nests/straw'),
      'libs/service/src/farms/farm.ts': importing('../chickens/feed'),
      'libs/service/src/nests/nest.ts': importing('../chickens/feed'),
      'libs/service/src/nests/straw.ts': importing('../chickens/feed'),
      'libs/service/src/chickens/feed.ts': importing('../grain/grain'),
      'libs/service/src/grain/grain.ts': importing(),
    });
    expect(stderr.split('\n')).toEqual([
      'error folders-in-a-circle: libs/service/src: chickens, eggs, farms, nests',
      '  The shortest way round. It ends where all imports of one step are gone:',
      '  chickens → eggs',
      '    libs/service/src/chickens/chicken.ts imports libs/service/src/eggs/egg.ts',
      '    libs/service/src/chickens/hen.ts imports libs/service/src/eggs/shell.ts',
      '  eggs → farms',
      '    libs/service/src/eggs/egg.ts imports libs/service/src/farms/farm.ts',
      '  farms → chickens',
      '    libs/service/src/farms/farm.ts imports libs/service/src/chickens/feed.ts',
      '',
    ]);
    expect(status).toBe(1);
  });

  it('are refused where a file beside them passes on what one of them exports', () => {
    const { status, stderr } = checkOf({
      'libs/service/src/chickens/chicken.ts': importing('../all-eggs'),
      'libs/service/src/all-eggs.ts': importing('./eggs/egg'),
      'libs/service/src/eggs/egg.ts': importing('../chickens/hen'),
      'libs/service/src/chickens/hen.ts': importing(),
    });
    expect(stderr).toContain('folders-in-a-circle: libs/service/src: chickens, eggs\n');
    expect(stderr).toContain('chickens → all-eggs.ts\n');
    expect(status).toBe(1);
  });

  it('are refused within a folder, among tests, benches and tools', () => {
    const circle = (below: string, ending = 'ts'): Record<string, string> => ({
      [`${below}/chickens/chicken.${ending}`]: importing(`../eggs/egg${ending === 'ts' ? '' : '.mjs'}`),
      [`${below}/chickens/hen.${ending}`]: importing(),
      [`${below}/eggs/egg.${ending}`]: importing(`../chickens/hen${ending === 'ts' ? '' : '.mjs'}`),
    });
    const { status, stderr } = checkOf({
      ...circle('apps/console/src/birds'),
      ...circle('apps/sandbox/test'),
      ...circle('bench'),
      ...circle('libs/service/test/birds/farm'),
      ...circle('tools', 'mjs'),
    });
    expect(stderr.match(/(?<=folders-in-a-circle: )[^:]+(?=: chickens, eggs)/g)).toEqual([
      'apps/console/src/birds',
      'apps/sandbox/test',
      'bench',
      'libs/service/test/birds/farm',
      'tools',
    ]);
    expect(status).toBe(1);
  });

  it('are not what a folder and its own files are, nor the settings, nor tests and what they test', () => {
    const { status, stderr } = checkOf({
      'apps/sandbox/src/sandbox.config.ts': importing('./chickens/settings', './eggs/settings'),
      'apps/sandbox/src/chickens/settings.ts': importing(),
      'apps/sandbox/src/chickens/chicken.ts': importing('../sandbox.config', '../eggs/egg', './wings/wing'),
      'apps/sandbox/src/chickens/wings/wing.ts': importing('../feather'),
      'apps/sandbox/src/chickens/feather.ts': importing(),
      'apps/sandbox/src/eggs/settings.ts': importing(),
      'apps/sandbox/src/eggs/egg.ts': importing('../sandbox.config'),
      'apps/sandbox/src/eggs/egg.unit.test.ts': importing('../../test/samples'),
      'apps/sandbox/test/samples.ts': importing('../src/eggs/egg'),
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});
