import { readFileSync } from 'node:fs';
import path from 'node:path';
import { hasLostNames, hasRole, Layout, LAYOUTS } from './layout';
import { Outcome, TriedLayout, tryLayout, variantsOf } from './try-layout';

/**
 * All layouts take some seconds.
 *
 * Layouts of banks from public configurations (see README.md), filled with invented rows and read as an upload that no
 * user has corrected. LAYOUT=REGEX tries only matching ones, and prints a file of each that fails.
 */
const ONLY = process.env.LAYOUT;
const tried: readonly Layout[] =
  ONLY === undefined ? LAYOUTS : LAYOUTS.filter(({ name }) => new RegExp(ONLY, 'i').test(name));

/** Layouts that are still read wrongly, or that cause a question although a balance proves them, with the reasons. */
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

  it('prove themselves, or are read by names and cells, in 85 % of the files whose columns are named or have no names', () => {
    const files = results.filter(({ layout }) => !hasLostNames(layout));
    const read = files.filter(({ outcome }) => outcome.kind === 'PROVEN' || outcome.kind === 'BY_NAMES');
    if (ONLY !== undefined) return;
    expect(read.length / files.length).toBeGreaterThanOrEqual(0.85);
    expect(new Set(files.map(({ layout }) => layout.name)).size).toBeGreaterThanOrEqual(200);
  });

  it('keep the name and the purpose of each row', () => {
    const lost = results.filter(({ outcome }) => 'lost' in outcome && outcome.lost !== null);
    expect(unexpected(lost)).toEqual([]);
  });

  it('lists no failure that is mended', () => {
    const failed = new Set(results.filter(isFailure).map(({ layout }) => layout.name));
    const names = new Set(tried.map(({ name }) => name));
    expect(Object.keys(KNOWN_FAILURES).filter((name) => names.has(name) && !failed.has(name))).toEqual([]);
  });
});

function isFailure({ layout, outcome }: TriedLayout): boolean {
  if ('lost' in outcome) return outcome.lost !== null;
  return outcome.kind === 'WRONG' || hasRole(layout, 'balance');
}

function unexpected(results: readonly TriedLayout[]): string[] {
  return results
    .filter(({ layout }) => ONLY !== undefined || !Object.hasOwn(KNOWN_FAILURES, layout.name))
    .map(lineOf);
}

function lineOf({ layout, variant, outcome, bytes }: TriedLayout): string {
  const why = 'why' in outcome ? outcome.why : `lost ${outcome.lost}`;
  const line = `${outcome.kind} ${layout.name}, ${variant.days} days, ${variant.order}: ${why}`;
  return ONLY === undefined ? line : `${line}\n${new TextDecoder(layout.encoding).decode(bytes)}`;
}

/**
 * Returns the shares of correct layouts: of those that the documentation counts, and of those whose names the source
 * does not state.
 */
function reportOf(results: readonly TriedLayout[]): string {
  const lost = results.filter(({ layout }) => hasLostNames(layout));
  const stated = results.filter(({ layout }) => !hasLostNames(layout));
  return `${sharesOf('named or without names', stated)}\n${sharesOf('with names that nobody knows', lost)}\n`;
}

function sharesOf(group: string, results: readonly TriedLayout[]): string {
  const share = (kind: Outcome['kind']): string => {
    const count = results.filter(({ outcome }) => outcome.kind === kind).length;
    return `${((count / Math.max(1, results.length)) * 100).toFixed(1)} % (${count})`;
  };
  const layouts = new Set(results.map(({ layout }) => layout.name)).size;
  return (
    `${layouts} layouts ${group}, ${results.length} files: proven ${share('PROVEN')}, ` +
    `by names and cells ${share('BY_NAMES')}, asked ${share('ASKED')}, silently wrong ${share('WRONG')}`
  );
}
