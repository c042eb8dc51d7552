import { SESSION_COOKIE } from '@tributary/api-gateway';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { connectBrowser, startBrowser } from '../../api-gateway/test/browser';
import { fillUser, type FilledUser } from '../../all-in-one/test/filled-user';
import type { InProcessSystem, SystemChoice } from '../../all-in-one/test/in-process-system';
import { SystemAccess } from '../../all-in-one/test/system-access';
import { sharedConsole } from './shared-console/shared-console';

export { describeBrowser } from '../../api-gateway/test/browser';

/** What the functions below use of the page they run in. */
interface Window {
  readonly document: {
    readonly documentElement: { readonly scrollWidth: number; readonly clientWidth: number };
    readonly fonts: { readonly status: string };
    querySelector(selector: string): unknown;
    getAnimations(): readonly { readonly playState: string }[];
  };
}

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** What axe checks: WCAG 2.2 AA, and what its authors advise. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** A suite's own system, and why the shared one will not do. */
interface OwnSystemChoice extends SystemChoice {
  readonly because: string;
}

/** A system with a demo bank, and a real browser in which a user is signed in to the console, who sees every screen. */
export class ConsoleUnderTest<System extends SystemAccess = SystemAccess> {
  /** What the browser's console reported as an error, and what no handler caught. */
  readonly errors: string[] = [];

  private constructor(
    readonly system: System,
    readonly browser: Browser,
    readonly context: BrowserContext,
    readonly page: Page,
    readonly user: { readonly id: number; readonly token: string },
  ) {
    this.watch(page);
  }

  /** A user of the system that the suites of a run share: others have users there, too, and none changes its settings. */
  static async start(): Promise<ConsoleUnderTest> {
    const { browserUrl, ...place } = await sharedConsole();
    return ConsoleUnderTest.of(await SystemAccess.to(place), await connectBrowser(browserUrl));
  }

  /** A system of the suite's own, in this process. */
  static async alone({ because: _, ...choice }: OwnSystemChoice): Promise<ConsoleUnderTest<InProcessSystem>> {
    // Most suites start no service, and need not load what services are made of.
    const own = await import('../../all-in-one/test/in-process-system');
    return ConsoleUnderTest.of(await own.InProcessSystem.start(choice), await startBrowser());
  }

  private static async of<S extends SystemAccess>(system: S, browser: Browser): Promise<ConsoleUnderTest<S>> {
    const user = await system.user(ownAddress('maija'), 'Maija');
    await system.sql(`update api_gateway.users set role = 'ADMIN' where id = $1`, [user.id]);
    const context = await contextOf(browser, system, user.id);
    return new ConsoleUnderTest(system, browser, context, await context.newPage(), user);
  }

  /** Opens a screen by its address and waits for its heading. */
  async open(path: string, page: Page = this.page): Promise<void> {
    await page.goto(`${this.system.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** The API as the user's program calls it. */
  rest<Data = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Data> {
    return this.system.data<Data>(method, path, this.user.token, body);
  }

  /** Another tab of the same browser. */
  async newTab(): Promise<Page> {
    return this.watch(await this.context.newPage());
  }

  /** A user who has a bank, a budget, a webhook and a rule, and a tab in which that user is signed in. */
  async filled(mark: string): Promise<{ readonly user: FilledUser; readonly page: Page }> {
    const user = await fillUser(this.system, mark, ownAddress(mark));
    const context = await contextOf(this.browser, this.system, user.id);
    return { user, page: this.watch(await context.newPage()) };
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.system.stop();
  }

  private watch(page: Page): Page {
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      this.errors.push(`${page.url()}: ${message.text()} [${message.location().url}]`);
    });
    page.on('pageerror', (error) => this.errors.push(`${page.url()}: ${error.message}`));
    return page;
  }
}

/** Nobody else's, in this run and in others on a system that is kept. */
function ownAddress(name: string): string {
  return `${name}-${randomBytes(4).toString('hex')}@example.org`.toLowerCase();
}

async function contextOf(browser: Browser, system: SystemAccess, userId: number): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'Europe/Riga' });
  const { hostname } = new URL(system.url);
  await context.addCookies([
    {
      name: SESSION_COOKIE,
      value: await system.session(userId),
      domain: hostname,
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    },
  ]);
  return context;
}

interface Violation {
  readonly id: string;
  /** The HTML of what is wrong. */
  readonly nodes: readonly string[];
}

/** What axe finds on the page as it is shown. */
export async function violations(page: Page): Promise<readonly Violation[]> {
  // The policy of the page allows no script from elsewhere; the protocol of the browser may evaluate.
  await page.evaluate(AXE);
  return page.evaluate(async (rules) => {
    const { axe } = globalThis as unknown as {
      axe: { run: (of: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const found = await axe.run({ runOnly: rules });
    return found.violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }));
  }, RULES);
}

/** Waits until nothing is being read, the font is there, and nothing moves. */
export async function atRest(page: Page): Promise<void> {
  // A function, not a text: the policy of the page lets no text become a script.
  await page.waitForFunction(() => {
    const { document } = globalThis as unknown as Window;
    const isReading = document.querySelector('.mantine-Skeleton-root, [data-loading]') !== null;
    const isLoaded = document.fonts.status === 'loaded';
    return (
      isLoaded && !isReading && document.getAnimations().every(({ playState }) => playState !== 'running')
    );
  });
}

/** Shows the page in a theme, as the browser's own setting does. */
export async function inTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor();
  await atRest(page);
}

/** Names of the machine's own fonts that a text is drawn with, and not one that comes with the page. */
export async function fontsOfTheMachine(page: Page, selector: string): Promise<readonly string[]> {
  await atRest(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const { root } = await browser.send('DOM.getDocument');
  const within = { nodeId: root.nodeId, selector: `${selector}, ${selector} *` };
  const { nodeIds } = await browser.send('DOM.querySelectorAll', within);
  const found = await Promise.all(
    nodeIds.map((nodeId) => browser.send('CSS.getPlatformFontsForNode', { nodeId })),
  );
  await browser.detach();
  const fonts = found.flatMap((one) => one.fonts);
  if (fonts.length === 0) throw new Error(`${selector} has no text`);
  return fonts.filter(({ isCustomFont }) => !isCustomFont).map(({ familyName }) => familyName);
}

/** By how many pixels the page is wider than its window. */
export async function overflow(page: Page): Promise<number> {
  await atRest(page);
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
