import { setImmediate } from 'node:timers/promises';
import { Brand, BrandTable, brandTable } from './brand-table';
import { tokensOf } from './tokens';
import { EVERYDAY } from './words';

/** Brands of one name have one entry in the map: a position, or several. */
type Names = Map<string, number | number[]>;

/** Letters by which most words are known to begin no name. */
const BEGINNING = 4;

interface Parts {
  readonly byName: Names;
  /** Sites as they are looked up. */
  readonly sites: Set<string>;
  /** Words that many brands use, and everyday words: alone they prove little. */
  readonly common: Set<string>;
}

/** The brands by their names and sites. */
export class BrandIndex {
  private readonly sortedNames: readonly string[];
  private readonly beginnings: ReadonlySet<string>;

  private constructor(
    private readonly table: BrandTable,
    private readonly parts: Parts,
  ) {
    this.sortedNames = [...parts.byName.keys()].sort();
    this.beginnings = new Set(this.sortedNames.map((name) => name.slice(0, BEGINNING)));
  }

  /** Reads the names in portions, because all of them would hold the process for a tenth of a second. */
  static async load(table: BrandTable = brandTable()): Promise<BrandIndex> {
    const byName: Names = new Map();
    const sites = new Set<string>();
    const uses = new Map<string, number>();
    for (let from = 0; from < table.lines.length; from += LINES_A_TURN) {
      for (let at = from; at < Math.min(from + LINES_A_TURN, table.lines.length); at += 1)
        addLine({ byName, sites, uses }, table.lines[at] ?? '', at);
      await setImmediate();
    }
    const common = new Set(EVERYDAY);
    for (const [word, count] of uses) if (count >= COMMON_FROM) common.add(word);
    return new BrandIndex(table, { byName, sites, common });
  }

  /** The brands whose name or site is the compact text. */
  named(compact: string): readonly Brand[] {
    const positions = this.parts.byName.get(compact);
    if (positions === undefined) return [];
    return typeof positions === 'number'
      ? [this.table.brand(positions)]
      : positions.map((one) => this.table.brand(one));
  }

  has(compact: string): boolean {
    return this.parts.byName.has(compact);
  }

  /** False if no name begins with the word at that offset; cheaper than to look names up. */
  mayBegin(compact: string, at: number, word: string): boolean {
    return word.length < BEGINNING || this.beginnings.has(compact.slice(at, at + BEGINNING));
  }

  isSite(compact: string): boolean {
    return this.parts.sites.has(compact);
  }

  isCommon(word: string): boolean {
    return this.parts.common.has(word);
  }

  /** Brands whose name begins with a text that a card's line cut off; only where all of them are one brand. */
  beginningWith(compact: string): readonly Brand[] {
    let [low, high] = [0, this.sortedNames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.sortedNames[middle] ?? '') < compact) low = middle + 1;
      else high = middle;
    }
    const [first, second] = [this.sortedNames[low], this.sortedNames[low + 1]];
    if (first === undefined || !first.startsWith(compact)) return [];
    if (second?.startsWith(compact) && !second.startsWith(first)) return [];
    return this.named(first);
  }
}

let loaded: Promise<BrandIndex> | undefined;

/** The index of this release; the first call reads it. */
export function brandIndex(): Promise<BrandIndex> {
  loaded ??= BrandIndex.load();
  return loaded;
}

const LINES_A_TURN = 1000;
const COMMON_FROM = 4;
const NAME_CHARS_MIN = 2;
const SITE_CHARS_MIN = 5;

interface Reading {
  readonly byName: Names;
  readonly sites: Set<string>;
  readonly uses: Map<string, number>;
}

function addLine({ byName, sites, uses }: Reading, line: string, position: number): void {
  const [, name = '', , , site = '', others = ''] = line.split('\t');
  const names = [name, ...(others === '' ? [] : others.split('|'))];
  for (const compact of compactNames(names)) add(byName, compact, position);
  // The first word is a family's own: there are twenty kinds of Edeka.
  for (const word of new Set(tokensOf(name).words.slice(1))) uses.set(word, (uses.get(word) ?? 0) + 1);
  const compactSite = tokensOf(site).compact;
  if (compactSite.length < SITE_CHARS_MIN) return;
  sites.add(compactSite);
  add(byName, compactSite, position);
}

function add(byName: Names, compact: string, position: number): void {
  const known = byName.get(compact);
  if (known === undefined) byName.set(compact, position);
  else if (typeof known === 'number') {
    if (known !== position) byName.set(compact, [known, position]);
  } else if (known.at(-1) !== position) known.push(position);
}

/** The names without spaces, and as banks write them that know no umlauts. */
function compactNames(names: readonly string[]): Set<string> {
  const spellings = names.flatMap((name) => (/[äöüåø]/i.test(name) ? [name, withoutUmlauts(name)] : [name]));
  const compact = spellings.map((name) => tokensOf(name).compact);
  return new Set(compact.filter((one) => one.length >= NAME_CHARS_MIN && /[A-Z]/.test(one)));
}

const TWO_LETTERS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' };

function withoutUmlauts(name: string): string {
  return name.toLowerCase().replaceAll(/[äöüåø]/g, (letter) => TWO_LETTERS[letter] ?? letter);
}
