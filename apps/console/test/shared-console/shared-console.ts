import { askForTestResource } from '@tributary/testing';
import type { SystemPlace } from '../../../all-in-one/test/system-access';

/** The system that console suites share, and the browser beside it. */
export interface SharedConsole extends SystemPlace {
  /** Where Playwright connects to the browser. */
  readonly browserUrl: string;
}

/** The first suite that asks starts it; the run ends it. One that `npm run test:console` keeps running is used instead. */
export async function sharedConsole(): Promise<SharedConsole> {
  return JSON.parse(await askForTestResource('console')) as SharedConsole;
}
