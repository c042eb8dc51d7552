import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Category, ofKind } from './categories';
import { tokensOf } from './tokens';

/** A company that many people pay. */
export interface Brand {
  /** Its item at Wikidata, its site, or its name in the list: the same in every release. */
  readonly key: string;
  readonly name: string;
  /** The name as it is looked up. */
  readonly compact: string;
  readonly kind: string;
  readonly category: Category;
  /** The merchant category code that is usual for its kind; may be empty. */
  readonly mcc: string;
  readonly website: string;
  /** Codes of ISO 3166 in small letters; empty: anywhere. */
  readonly countries: readonly string[];
  /** `always`: each of its payments is a subscription. `regular`: it bills regularly, such as a telephone company. */
  readonly bills: 'always' | 'regular' | null;
}

/** Brands that stay read, because payments repeat. */
const RECENT_MAX = 2000;

/** The brands by their keys. Each is a line, and read when it is needed. */
export class BrandTable {
  private readonly recent = new Map<number, Brand>();

  private constructor(
    readonly lines: readonly string[],
    private readonly byKey: ReadonlyMap<string, number>,
  ) {}

  static load(folder: string = __dirname): BrandTable {
    const lines = [...textOf(folder, 'services.psv').map(fromService), ...textOf(folder, 'brands.txt')];
    const byKey = new Map<string, number>();
    lines.forEach((line, position) => {
      const key = line.slice(0, line.indexOf('\t'));
      const company = companyOf(key);
      if (!byKey.has(key)) byKey.set(key, position);
      if (company !== key && !byKey.has(company)) byKey.set(company, position);
    });
    return new BrandTable(lines, byKey);
  }

  brand(position: number): Brand {
    const known = this.recent.get(position);
    if (known) return known;
    const brand = fromLine(this.lines[position] ?? '');
    if (this.recent.size >= RECENT_MAX) this.recent.clear();
    this.recent.set(position, brand);
    return brand;
  }

  /** The brand of a stored key, or another one of its company; null if this release knows neither. */
  byStoredKey(key: string): Brand | null {
    const position = this.byKey.get(key) ?? this.byKey.get(companyOf(key));
    return position === undefined ? null : this.brand(position);
  }

  /** The keys of at most so many brands whose names contain one of the texts. */
  keysContaining(texts: readonly string[], limit: number): string[] {
    const wanted = texts.map((text) => text.toLowerCase());
    const found: string[] = [];
    for (const line of this.lines) {
      const name = nameIn(line);
      if (wanted.some((text) => name.includes(text))) found.push(line.slice(0, line.indexOf('\t')));
      if (found.length >= limit) break;
    }
    return found;
  }
}

/** The name of a line, in small letters. */
function nameIn(line: string): string {
  const from = line.indexOf('\t') + 1;
  return line.slice(from, line.indexOf('\t', from)).toLowerCase();
}

/** The keys of a company's brands are its own with their names: `Q1663776:icanara`. */
function companyOf(key: string): string {
  const end = key.indexOf(':');
  return end < 0 ? key : key.slice(0, end);
}

let loaded: BrandTable | undefined;

/** The table of this release; the first call reads it, which takes some milliseconds. */
export function brandTable(): BrandTable {
  loaded ??= BrandTable.load();
  return loaded;
}

function textOf(folder: string, file: string): string[] {
  const text = readFileSync(path.join(folder, file), 'utf8');
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}

/** A line of the table of services in the form of the index of brands, with how the service bills. */
function fromService(line: string): string {
  const [site = '', name = '', kind = '', countries = '', bills = '', names = ''] = line.split('|');
  return [site, name, kind, countries, site, names.split(';').join('|'), bills].join('\t');
}

function fromLine(line: string): Brand {
  const [key = '', name = '', kind = '', countries = '', website = '', , bills = ''] = line.split('\t');
  return {
    key,
    name,
    compact: tokensOf(name).compact,
    kind,
    ...ofKind(kind),
    website,
    countries: countries === '' ? [] : countries.split(' '),
    bills: bills === 's' ? 'always' : bills === 'r' ? 'regular' : null,
  };
}
