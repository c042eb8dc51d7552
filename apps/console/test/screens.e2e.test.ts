import { shareOf } from '@tributary/testing';
import type { Page } from 'playwright-core';
import {
  atRest,
  ConsoleUnderTest,
  describeBrowser,
  fontsOfTheMachine,
  inTheme,
  overflow,
  violations,
} from './console-fixture';

jest.setTimeout(300_000);

/** As many pages of one kind are opened, `/accounts/1` and `/accounts/2` for instance. */
const OF_ONE_KIND = 2;

describeBrowser('every screen of the console', () => {
  let under: ConsoleUnderTest;
  let page: Page;
  /** An address of each kind of screen, by its path without ids. */
  const screens = new Map<string, string>();

  beforeAll(async () => {
    under = await ConsoleUnderTest.start();
    const filled = await under.filled('Screens');
    await under.system.sql(`update api_gateway.users set role = 'ADMIN' where id = $1`, [filled.user.id]);
    page = filled.page;
  });
  afterAll(() => under.stop());

  it('is reached by links, has a heading and reports no error', async () => {
    const found = new Set(['/']);
    const opened = new Map<string, number>();
    for (const next of found) {
      const kind = kindOf(next);
      const before = opened.get(kind) ?? 0;
      if (before >= OF_ONE_KIND) continue;
      opened.set(kind, before + 1);
      await under.open(next, page);
      await atRest(page);
      await expectFound(next);
      if (!screens.has(kind)) screens.set(kind, next);
      for (const link of await linksOf(page)) found.add(link);
    }
    expect(under.errors).toEqual([]);
    expect([...screens.keys()]).toEqual(
      expect.arrayContaining([
        '/',
        '/accounts',
        '/transactions',
        '/rules',
        '/links',
        '/webhooks',
        '/settings',
      ]),
    );
  });

  it.each(shareOf(['light', 'dark'] as const, 1))(
    'has nothing that axe finds in the %s theme',
    async (theme) => {
      const found: Record<string, unknown> = {};
      for (const [kind, path] of screens) {
        await under.open(path, page);
        await inTheme(page, theme);
        const complaints = await violations(page);
        if (complaints.length > 0) found[kind] = complaints;
      }
      expect(found).toEqual({});
    },
  );

  it.each(['h1', 'nav a', 'tbody'])(
    'has no font of the machine in %s: the console brings its own',
    async (selector) => {
      await under.open('/accounts', page);
      expect(await fontsOfTheMachine(page, selector)).toEqual([]);
    },
  );

  it('fits into a window of 360 pixels', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    const wider: Record<string, number> = {};
    for (const [kind, path] of screens) {
      await under.open(path, page);
      const by = await overflow(page);
      if (by > 0) wider[kind] = by;
    }
    expect(wider).toEqual({});
  });

  async function expectFound(path: string): Promise<void> {
    const title = await page.getByRole('heading', { level: 1 }).textContent();
    if (title === 'Page not found') throw new Error(`a link leads to ${path}, where there is no screen`);
  }
});

/** The path without ids and questions. */
function kindOf(address: string): string {
  const { pathname } = new URL(address, 'http://console');
  return pathname.replaceAll(/\/\d+(?=\/|$)/g, '/:id').replaceAll(/\/[0-9a-f-]{36}(?=\/|$)/g, '/:id');
}

/** What is read of a link in the page. */
interface Link {
  readonly href: string;
  readonly download: string;
}

/** Where the links of the page lead within the console. */
async function linksOf(page: Page): Promise<string[]> {
  const { origin } = new URL(page.url());
  const links = await page.getByRole('link').evaluateAll((elements) =>
    (elements as unknown as readonly Link[]).map(({ href, download }) => ({
      href,
      isDownload: download !== '',
    })),
  );
  return links
    .filter(({ href, isDownload }) => href.startsWith(`${origin}/`) && !isDownload)
    .map(({ href }) => href.slice(origin.length).replace(/#.*$/, ''))
    .filter((path) => path !== '' && !OUTSIDE.test(path));
}

/** Pages and programs of the gateway that are no screens. */
const OUTSIDE = /^\/(api|docs|sign-in|sign-out|sign-up|console|account|developers\/|oauth|apps)(\/|\?|$)/;
