import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasRole, Layout, LAYOUTS } from './layout';
import { Outcome, TriedLayout, tryLayout, variantsOf } from './try-layout';

/*
 * Lane: unit (all layouts take some seconds).
 *
 * Layouts of banks that public configurations state (see README.md), filled with invented rows and read as an upload that
 * nobody has looked at yet. LAYOUT=REGEX tries those alone, and prints a file of each that fails.
 */
const ONLY = process.env.LAYOUT;
const tried: readonly Layout[] =
  ONLY === undefined ? LAYOUTS : LAYOUTS.filter(({ name }) => new RegExp(ONLY, 'i').test(name));

/** Layouts that are still read wrong, or asked about though a balance proves them, each with the reason. */
const KNOWN_FAILURES = JSON.parse(
  readFileSync(path.join(__dirname, 'known-failures.json'), 'utf8'),
) as Readonly<Record<string, string>>;

describe('bank layouts from public configurations', () => {
  const results: TriedLayout[] = [];

  beforeAll(async () => {
    for (const layout of tried) {
      for (const variant of variantsOf(layout)) results.push(await tryLayout(layout, variant));
    }
    process.stdout.write(reportOf(results));
  });

  it('are never read wrong without a question', () => {
    const wrong = results.filter(({ outcome }) => outcome.kind === 'WRONG');
    expect(unexpected(wrong)).toEqual([]);
  });

  it('are asked about only where no balance proves the reading', () => {
    const asked = results.filter(
      ({ layout, outcome }) => outcome.kind === 'ASKED' && hasRole(layout, 'balance'),
    );
    expect(unexpected(asked)).toEqual([]);
  });

  it('lists no failure that is mended', () => {
    const failed = new Set(results.filter(isFailure).map(({ layout }) => layout.name));
    const names = new Set(tried.map(({ name }) => name));
    expect(Object.keys(KNOWN_FAILURES).filter((name) => names.has(name) && !failed.has(name))).toEqual([]);
  });
});

function isFailure({ layout, outcome }: TriedLayout): boolean {
  return outcome.kind === 'WRONG' || (outcome.kind === 'ASKED' && hasRole(layout, 'balance'));
}

function unexpected(results: readonly TriedLayout[]): string[] {
  return results.filter(({ layout }) => !Object.hasOwn(KNOWN_FAILURES, layout.name)).map(lineOf);
}

function lineOf({ layout, variant, outcome, bytes }: TriedLayout): string {
  const why = 'why' in outcome ? outcome.why : '';
  const line = `${outcome.kind} ${layout.name}, ${variant.days} days, ${variant.order}: ${why}`;
  return ONLY === undefined ? line : `${line}\n${Buffer.from(bytes).toString('utf8')}`;
}

function reportOf(results: readonly TriedLayout[]): string {
  const share = (kinds: readonly Outcome['kind'][]): string => {
    const count = results.filter(({ outcome }) => kinds.includes(outcome.kind)).length;
    return `${((count / Math.max(1, results.length)) * 100).toFixed(1)} % (${count})`;
  };
  const files = `${tried.length} of ${LAYOUTS.length} layouts, ${results.length} files`;
  return (
    `${files}: proven ${share(['PROVEN'])}, by names and cells ${share(['BY_NAMES'])}, ` +
    `asked ${share(['ASKED'])}, silently wrong ${share(['WRONG'])}\n`
  );
}
