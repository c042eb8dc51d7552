import fastifyCookie from '@fastify/cookie';
import Fastify, { type FastifyInstance } from 'fastify';
import diagnosticsChannel from 'node:diagnostics_channel';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serveDocumentation } from '../../src/documentation/serve-documentation';

let directory: string;
let server: FastifyInstance;

const FILES: Readonly<Record<string, string>> = {
  'index.html': '<h1>Start</h1>',
  '404.html': '<h1>Not here</h1>',
  'how-to/backup.html': '<h1>Back up</h1>',
  'how-to/index.html': '<h1>How to</h1>',
  'assets/app.1a2b3c4d.js': 'search()',
  'assets/app.1a2b3c4d.js.gz': 'compressed',
  '.secret.html': 'no',
};

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'tributary-docs-'));
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(path.join(directory, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(directory, file), text);
  }
  server = await serving(() => directory);
});
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});

async function serving(find: () => string | null): Promise<FastifyInstance> {
  const fastify = Fastify();
  await fastify.register(fastifyCookie);
  const app = { getHttpAdapter: () => ({ getInstance: () => fastify }) };
  serveDocumentation(app as unknown as Parameters<typeof serveDocumentation>[0], find);
  await fastify.ready();
  return fastify;
}

const get = (url: string, headers: Record<string, string> = {}) => server.inject({ url, headers });

it.each([
  ['/docs/', 'Start'],
  ['/docs/how-to/backup', 'Back up'],
  ['/docs/how-to/backup.html', 'Back up'],
  ['/docs/how-to/', 'How to'],
])('%s is a page', async (url, title) => {
  const { statusCode, headers, body } = await get(url);
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toContain('text/html');
  expect(headers['cache-control']).toBe('public, max-age=0');
  expect(body).toContain(title);
});

it('leads from the bare address to the first page', async () => {
  const { statusCode, headers } = await get('/docs');
  expect([statusCode, headers.location]).toEqual([301, '/docs/']);
});

it('allows files of its own alone, on every answer', async () => {
  for (const url of ['/docs/', '/docs/assets/app.1a2b3c4d.js', '/docs/nothing']) {
    const policy = String((await get(url)).headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "style-src 'self'"]),
    );
    expect(policy.join()).not.toMatch(/unsafe|nonce|https?:/);
  }
});

it('lets browsers keep files with a hash in their names, and sends them compressed', async () => {
  const { headers, body } = await get('/docs/assets/app.1a2b3c4d.js', { 'accept-encoding': 'gzip' });
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect([headers['content-encoding'], body]).toEqual(['gzip', 'compressed']);
});

it.each([
  '/docs/nothing',
  '/docs/how-to/backup/',
  '/docs/.secret',
  '/docs/.secret.html',
  '/docs/%2e%2e/package.json',
  '/docs/../package',
])('%s is not found', async (url) => {
  const { statusCode, body } = await get(url);
  expect(statusCode).toBe(404);
  expect(body).not.toMatch(/Back up|no$|tributary/);
});

it('says how to build what is not built, and serves it from then on', async () => {
  let built: string | null = null;
  const started = await serving(() => built);
  const page = () => started.inject({ url: '/docs/how-to/backup' });
  const before = await page();
  built = directory;
  const after = await page();
  await started.close();
  expect([before.statusCode, before.body]).toEqual([
    404,
    'The documentation is not built here. Run `npm run docs -- --site` in the checkout, then load this page again.\n',
  ]);
  expect([after.statusCode, after.body]).toEqual([200, '<h1>Back up</h1>']);
});

it('says that it is being built where somebody builds it, asks for that once, and then serves it', async () => {
  let built: string | null = null;
  let asked = 0;
  const build = () => (asked += 1);
  diagnosticsChannel.subscribe('tributary:documentation-wanted', build);
  const started = await serving(() => built);
  const page = () => started.inject({ url: '/docs/how-to/backup' });
  const before = await page();
  await page();
  built = directory;
  const after = await page();
  diagnosticsChannel.unsubscribe('tributary:documentation-wanted', build);
  await started.close();
  expect([before.statusCode, before.headers['retry-after'], asked]).toEqual([503, '5', 1]);
  expect(before.body).toContain('<meta http-equiv="refresh" content="5">');
  expect([after.statusCode, after.body]).toEqual([200, '<h1>Back up</h1>']);
});
