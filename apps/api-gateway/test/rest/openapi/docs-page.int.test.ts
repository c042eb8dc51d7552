import { IsString } from 'class-validator';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describeBrowser, startBrowser } from '../../browser';
import { GatewayUnderTest } from '../../gateway-under-test';

const WITHIN_MS = 120_000;

/** Another suite of this process may have bodies, too. */
class BodyOfNoRoute {
  @IsString()
  readonly text = '';
}

let gateway: GatewayUnderTest;

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
});
afterAll(() => gateway.close());

const get = (where: string) => fetch(new URL(`/api/v1/${where}`, gateway.url));

it('the document is served as `npm run docs` wrote it, to anyone', async () => {
  const answer = await get('openapi.json');
  expect(answer.status).toBe(200);
  const committed = readFileSync(path.join(__dirname, '../../../../../docs/openapi.json'), 'utf8');
  const text = await answer.text();
  expect(text).not.toContain(BodyOfNoRoute.name);
  expect(JSON.parse(text)).toEqual(JSON.parse(committed));
});

it('the document refers only to parts that it contains', async () => {
  const text = await (await get('openapi.json')).text();
  const { components } = JSON.parse(text) as { components: { schemas: Record<string, unknown> } };
  const named = [...text.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((name) => !(name in components.schemas))).toEqual([]);
});

it('no other site shows the page in a frame, and no other scripts run in it', async () => {
  for (const where of ['docs', 'docs/', 'docs?x=1', 'docs/swagger-ui-bundle.js', 'docs/nothing']) {
    const { headers } = await get(where);
    const policy = headers.get('content-security-policy')?.split('; ') ?? [];
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
});

describeBrowser('in a real browser', () => {
  it(
    'the page shows a route and sends a request within its policy',
    async () => {
      const browser = await startBrowser();
      try {
        const page = await browser.newPage();
        page.setDefaultTimeout(WITHIN_MS); // the document is large: a busy machine takes a minute to show it
        const refused: string[] = [];
        page.on('console', (line) => {
          if (line.type() === 'error' && line.text().includes('Content Security Policy'))
            refused.push(line.text());
        });
        await page.goto(new URL('/api/v1/docs', gateway.url).href);
        await page.locator('[data-tag="Account: User"]').click();
        await page.locator('.opblock-get .opblock-summary-control').first().click();
        await page.getByRole('button', { name: 'Try it out' }).click();
        await page.getByRole('button', { name: 'Execute' }).click();
        await page.locator('.live-responses-table .response-col_status').getByText('401').waitFor();
        expect(refused).toEqual([]);
      } finally {
        await browser.close();
      }
    },
    2 * WITHIN_MS,
  );
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
