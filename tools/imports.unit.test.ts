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

  it('forbids two feature folders to import each other', () => {
    const directory = workspaceWith({
      'libs/service/src/chickens/chicken.ts': "import { nest } from '../eggs/nest'; console.log(nest);",
      'libs/service/src/chickens/hen.ts': 'export const hen = 1;',
      'libs/service/src/eggs/nest.ts': 'export const nest = 1;',
      'libs/service/src/eggs/egg.ts': "import { hen } from '../chickens/hen'; console.log(hen);",
    });
    const script = path.join(ROOT, 'tools/imports.mjs');
    const { status, stderr } = spawnSync(process.execPath, [script], { cwd: directory, encoding: 'utf8' });
    expect(stderr).toBe('error folders-import-each-other: libs/service: chickens, eggs\n');
    expect(status).toBe(1);
  });
});
