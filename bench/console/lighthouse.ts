import { SESSION_COOKIE } from '@tributary/api-gateway';
import lighthouse from 'lighthouse';
import desktopConfig from 'lighthouse/core/config/desktop-config.js';

/** Out of 100. */
export interface Scores {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  /** The audits that were not passed, by name and score. */
  readonly notPassed: Readonly<Record<string, number>>;
}

/** What Lighthouse says of a screen on a desktop, in the browser that listens at the port. */
export async function lighthouseScores(url: string, port: number, session: string): Promise<Scores> {
  const flags = {
    port,
    onlyCategories: ['performance', 'accessibility', 'best-practices'],
    extraHeaders: { cookie: `${SESSION_COOKIE}=${session}` },
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
