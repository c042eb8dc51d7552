import { askForTestResource } from '../test-resource';
import { whyNoBudgetb } from './native-part';

const BUILD_MS = 600_000;

let looked: { readonly why: string | undefined } | undefined;

/**
 * A suite that needs Actual's real client and server. Where they cannot run it is reported as skipped, by name and with the
 * reason; in CI (`CI=true`) that is an error instead.
 */
export function describeActual(name: string, suite: () => void): void {
  looked ??= { why: whyNoBudgetb() };
  const reason = looked.why;
  if (reason === undefined) {
    return describe(name, () => {
      // The first to ask on a new machine waits for a compiler: that is not the suite's time.
      beforeAll(() => askForTestResource('budgetb'), BUILD_MS);
      suite();
    });
  }
  if (process.env.CI === 'true') throw new Error(`"${name}" needs Actual Budget: ${reason}`);
  describe.skip(`${name} (skipped, no Actual Budget: ${reason})`, suite);
}
