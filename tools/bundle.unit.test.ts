import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SERVICES } from '@tributary/contracts';

const ROOT = path.resolve(__dirname, '..');
const DIST = path.join(ROOT, 'dist');

/** What a service may read at its start: before it was bundled, it read 3,900 files. */
const FILES_MAX = 60;
/** Of text, in MB: what is in a bundle is in memory. The gateway brings the pages' and the OAuth server's packages. */
const TEXT_MB_MAX = { 'api-gateway': 11 };
const TEXT_MB_MAX_OTHERWISE = 8;

describe('The bundle of', () => {
  it.each(SERVICES)('%s is all that it loads, besides what telemetry wraps and machine code', (service) => {
    const { loaded, stderr } = loadedBy(service);
    expect(stderr).toContain(`${service} cannot start`); // for want of settings, once its modules are loaded
    expect(loaded.length).toBeLessThanOrEqual(FILES_MAX);
    // Its compiled code, which the image is built with.
    const beside = readdirSync(path.join(DIST, 'apps', service, 'src')).join(' ');
    expect(beside).toMatch(/main\.modules\.\w+\.js\.\w+\.cache/);
    expect(beside).toMatch(/main\.packages\.\w+\.js\.\w+\.cache/);
    const own = loaded.filter((file) => file.startsWith(DIST));
    expect(own.map((file) => path.relative(DIST, file)).sort()).toEqual([
      `apps/${service}/src/main.js`,
      'libs/service/src/launch/launch.js',
      'libs/service/src/launch/source-positions.js',
    ]);
    expect(loaded.filter((file) => /node_modules\/(typeorm|@nestjs|fastify|kafkajs)\//.test(file))).toEqual(
      [],
    );
  });

  it.each(SERVICES)('%s stays small', (service) => {
    const max: number = { ...TEXT_MB_MAX }[service as string] ?? TEXT_MB_MAX_OTHERWISE;
    const folder = path.join(DIST, 'apps', service, 'src');
    const files = readdirSync(folder).filter((file) => /^main\.(modules|packages)\.\w+\.js$/.test(file));
    const bytes = files.map((file) => statSync(path.join(folder, file)).size);
    expect(files).toHaveLength(2);
    expect(bytes.reduce((sum, size) => sum + size) / 2 ** 20).toBeLessThan(max);
  });
});

describe('A bundled program', () => {
  let directory: string;
  beforeEach(() => {
    mkdirSync(path.join(ROOT, '.data'), { recursive: true }); // from there Node finds the packages that stay outside
    directory = mkdtempSync(path.join(ROOT, '.data/bundle-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  it('runs each module once, and gives cycles what is there so far', () => {
    const { stdout, stderr } = run({
      'apps/toy/src/main.ts': `import { a } from './a'; import { b } from './b'; console.log(a(), b());`,
      'apps/toy/src/a.ts': `console.log('a runs'); import { b } from './b'; export function a(): string { return 'a' + b(); }`,
      'apps/toy/src/b.ts': `import { a } from './a'; console.log('b runs', typeof a); export function b(): string { return 'b'; }`,
    });
    expect({ stdout, stderr }).toEqual({ stdout: 'b runs function\na runs\nab b\n', stderr: '' });
  });

  it('gives each module the same exports of a package', () => {
    const { stdout, stderr } = run({
      'apps/toy/src/main.ts': `import { one } from './one'; import { two } from './two'; console.log(one === two);`,
      'apps/toy/src/one.ts': `export const one: unknown = require('@nestjs/common');`,
      'apps/toy/src/two.ts': `export const two: unknown = require('@nestjs/common');`,
    });
    expect({ stdout, stderr }).toEqual({ stdout: 'true\n', stderr: '' });
  });

  it('names the source file and line in stack traces', () => {
    const { stderr } = run({
      'apps/toy/src/main.ts': `import { fail } from './fail';\n\nfail({ amount: '1' });`,
      'apps/toy/src/fail.ts': `interface Row {\n  amount: string;\n}\n\nexport function fail(row: Row): void {\n  throw new Error(row.amount);\n}`,
    });
    expect(stderr).toMatch(/at fail \(.*apps\/toy\/src\/fail\.ts:6:9\)/);
    expect(stderr).toMatch(/apps\/toy\/src\/main\.ts:3:\d+\)?\n/);
  });

  it('keeps characters beyond ASCII, also after a backslash', () => {
    const { stdout } = run({
      'apps/toy/src/main.ts':
        'console.log("ř’😀", `\\–${/^[é\\–]$/u.test("é")}`, /\\–/.test("–"), "\\\\–", JSON.stringify({ "č": 1 }));',
    });
    expect(stdout).toBe('ř’😀 –true true \\– {"č":1}\n');
  });

  it('finds packages of ECMAScript and CommonJS, files beside its modules, and its own packages', () => {
    const { stdout, stderr } = run({
      'apps/toy/src/main.ts': `
        import 'reflect-metadata'; import { Injectable } from '@nestjs/common'; import { Client } from 'pg';
        import { readFileSync } from 'node:fs'; import path from 'node:path';
        @Injectable() class Dependent { constructor(readonly client: Client) {} }
        const [type] = Reflect.getMetadata('design:paramtypes', Dependent) as { name: string }[];
        console.log(type?.name, Dependent.name, readFileSync(path.join(__dirname, 'main.js')).length > 0);
        console.log(path.relative(process.cwd(), require.resolve('typeorm')));`,
    });
    expect({ stdout, stderr }).toEqual({
      stdout: 'Client Dependent true\nnode_modules/typeorm/index.js\n',
      stderr: '',
    });
  });

  it('has what Nest loads only as it starts: a second copy would double the start and take 50 MB', () => {
    const { stdout, stderr } = run({
      'apps/toy/src/main.ts': `
        import 'reflect-metadata'; import { Module } from '@nestjs/common'; import { NestFactory } from '@nestjs/core';
        import '@nestjs/microservices'; import { FastifyAdapter } from '@nestjs/platform-fastify';
        @Module({}) class Empty {}
        void NestFactory.create(Empty, new FastifyAdapter(), { logger: false }).then(async (app) => {
          await app.init();
          const { cache } = process.getBuiltinModule('node:module').createRequire(__filename);
          console.log(Object.keys(cache).filter((file) => /node_modules.(@nestjs|rxjs)/.test(file)));
          await app.close();
        });`,
    });
    expect({ stdout, stderr }).toEqual({ stdout: '[]\n', stderr: '' });
  });

  it('runs its threads from bundles of their own', () => {
    const { stdout, stderr } = run({
      'apps/toy/src/main.ts': `
        import path from 'node:path'; import { Worker } from 'node:worker_threads';
        new Worker(path.join(__dirname, 'threads/worker.main.js')).on('message', (loaded) => console.log(loaded));`,
      'apps/toy/src/threads/worker.main.ts': `
        import path from 'node:path'; import { parentPort } from 'node:worker_threads'; import { half } from '../half';
        const { cache } = process.getBuiltinModule('node:module').createRequire(__filename);
        parentPort?.postMessage([half, ...Object.keys(cache).map((file) => path.basename(file))].join(' '));`,
      'apps/toy/src/half.ts': `import Big from 'big.js'; export const half = new Big(1).div(2).toFixed();`,
    });
    expect({ stdout, stderr }).toEqual({
      stdout: '0.5 worker.main.js launch.js source-positions.js\n',
      stderr: '',
    });
  });

  it('starts again from compiled code, which belongs to this very bundle', () => {
    const sources = { 'apps/toy/src/main.ts': 'console.log("first");' };
    expect(run(sources).stdout).toBe('first\n');
    expect(cachesIn()).toHaveLength(2);
    expect(run(sources).stdout).toBe('first\n');
    expect(run({ 'apps/toy/src/main.ts': 'console.log("other");' }).stdout).toBe('other\n');
  });

  function cachesIn(): string[] {
    return readdirSync(path.join(directory, 'apps/toy/src')).filter((file) => file.endsWith('.cache'));
  }

  /** Compiles, bundles and runs a program as `tools/build.mjs` does. */
  function run(sources: Readonly<Record<string, string>>) {
    mkdirSync(path.join(directory, 'libs/service/src/launch'), { recursive: true });
    for (const file of ['launch.js', 'source-positions.js'].map(
      (name) => `libs/service/src/launch/${name}`,
    )) {
      writeFileSync(path.join(directory, file), readFileSync(path.join(DIST, file)));
    }
    const build = spawnSync(process.execPath, ['--input-type=module', '-e', BUILD], {
      cwd: ROOT,
      env: { ...process.env, TOY_DIST: directory, TOY_SOURCES: JSON.stringify(sources) },
      encoding: 'utf8',
    });
    expect(build.stderr).toBe('');
    const main = path.join(directory, 'apps/toy/src/main.js');
    const { stdout, stderr } = spawnSync(process.execPath, [main], { cwd: ROOT, encoding: 'utf8' });
    return { stdout, stderr };
  }
});

const BUILD = `
  import { transform } from '@swc/core';
  import { mkdirSync, writeFileSync } from 'node:fs';
  import path from 'node:path';
  import { bundlePrograms } from './tools/bundle.mjs';
  const dist = process.env.TOY_DIST;
  const outputs = new Map();
  for (const [file, text] of Object.entries(JSON.parse(process.env.TOY_SOURCES))) {
    const compiled = path.join(dist, file.replace(/ts$/, 'js'));
    const { code, map } = await transform(text, { filename: file, sourceFileName: path.basename(file), configFile: './.swcrc' });
    outputs.set(compiled, code + '\\n//# sourceMappingURL=' + path.basename(compiled) + '.map\\n');
    outputs.set(compiled + '.map', map);
  }
  for (const [file, content] of await bundlePrograms(dist, outputs)) outputs.set(file, content);
  for (const [file, content] of outputs) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
`;

/** The files that a service has loaded once it reads its settings, of which it gets none. */
function loadedBy(service: string): { loaded: string[]; stderr: string } {
  const reporting = `process.on('exit', () => require('fs').writeFileSync(process.env.LOADED, JSON.stringify(Object.keys(require.cache))));`;
  const directory = mkdtempSync(path.join(tmpdir(), 'tributary-loaded-'));
  const reporter = path.join(directory, 'reporter.cjs');
  const report = path.join(directory, 'loaded.json');
  try {
    writeFileSync(reporter, reporting);
    const main = path.join(DIST, 'apps', service, 'src/main.js');
    const { stderr } = spawnSync(process.execPath, ['--require', reporter, main], {
      env: { PATH: process.env.PATH, LOADED: report },
      encoding: 'utf8',
    });
    const loaded = JSON.parse(readFileSync(report, 'utf8')) as string[];
    return { loaded: loaded.filter((file) => file !== reporter), stderr };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
