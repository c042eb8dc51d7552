import { readFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayUnderTest } from '../gateway-under-test';

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.stop());

const get = (where: string) => fetch(new URL(`/api/v1/${where}`, gateway.url));

it('the document is served as committed, to anyone', async () => {
  const answer = await get('openapi.json');
  expect(answer.status).toBe(200);
  const committed = readFileSync(path.join(__dirname, '../../../../docs/openapi.json'), 'utf8');
  expect(await answer.json()).toEqual(JSON.parse(committed));
});

it('the document refers only to parts that it contains', async () => {
  const text = await (await get('openapi.json')).text();
  const { components } = JSON.parse(text) as { components: { schemas: Record<string, unknown> } };
  const named = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !(name in components.schemas))).toEqual([]);
});

it('the page that shows it loads scripts and styles only from this host', async () => {
  const page = await get('docs');
  expect(page.headers.get('content-type')).toContain('text/html');
  const html = await page.text();
  expect(html).toContain('<title>Tributary API</title>');
  const parts = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, part = '']) => part);
  expect(parts.length).toBeGreaterThan(2);
  for (const part of parts) {
    expect(part).not.toMatch(/^(https?:)?\/\//);
    const answer = await fetch(new URL(part, new URL('/api/v1/docs', gateway.url)));
    expect(answer.status).toBe(200);
    expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(0); // an unread answer would hold its connection
  }
});
