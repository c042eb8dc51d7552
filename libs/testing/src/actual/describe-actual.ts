import { askForTestResource } from '../test-resource';
import { whyNoBudgetb } from './native-part';

const BUILD_MS = 600_000;

let looked: { readonly why: string | undefined } | undefined;

/**
 * Declares a suite that needs Actual's real client and server. If they cannot run, the suite is reported as skipped,
 * with its name and the reason; in CI (`CI=true`) this is an error.
 */
export function describeActual(name: string, suite: () => void): void {
  looked ??= { why: whyNoBudgetb() };
  const reason = looked.why;
  if (reason === undefined) {
    return describe(name, () => {
      // On a new machine the first suite waits for a compiler, so the preparation has its own time limit.
      beforeAll(() => askForTestResource('budgetb'), BUILD_MS);
      suite();
    });
  }
  if (process.env.CI === 'true') throw new Error(`"${name}" needs Actual Budget: ${reason}`);
  describe.skip(`${name} (skipped, no Actual Budget: ${reason})`, suite);
}
