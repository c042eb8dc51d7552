import { SESSION_COOKIE } from '@tributary/api-gateway';
import lighthouse from 'lighthouse';
import desktopConfig from 'lighthouse/core/config/desktop-config.js';
import type { MeasuredBrowser } from './browser';

/** Out of 100. */
export interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  /** The audits that were not passed, by name and score. */
  readonly notPassed: Readonly<Record<string, number>>;
}

/**
 * What Lighthouse says of a screen on a desktop. The session is a cookie of the browser: one in a header of Lighthouse's is
 * gone as soon as the gateway sets a cookie, and it would measure a page that is signed out.
 */
export async function lighthouseScores(
  url: string,
  { browser, port }: MeasuredBrowser,
  session: string,
): Promise<Scores> {
  const cdp = await browser.newBrowserCDPSession();
  const where = { url, path: '/', secure: true, httpOnly: true } as const;
  await cdp.send('Storage.setCookies', { cookies: [{ name: SESSION_COOKIE, value: session, ...where }] });
  await cdp.detach();
  const flags = {
    port,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    logLevel: 'error' as const,
  };
  const result = await lighthouse(url, flags, desktopConfig);
  if (result === undefined) throw new Error('Lighthouse gave no result');
  const score = (category: string): number => Math.round((result.lhr.categories[category]?.score ?? 0) * 100);
  const scored = Object.values(result.lhr.audits).filter(({ score: of }) => of !== null && of < 1);
  return {
    notPassed: Object.fromEntries(scored.map(({ id, score: of }) => [id, of ?? 0])),
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
  };
}
