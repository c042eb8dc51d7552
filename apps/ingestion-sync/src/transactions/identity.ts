import { ProviderTransaction } from '../providers/provider.port';
import { contentKey, contentOf } from '../providers/mapping/content';

/** The reliability of a row's identity: 1 the provider's own id, 2 the institution's id, 3 its content alone. */
export type IdentityRank = 1 | 2 | 3;

export interface TransactionIdentity {
  /** Unique within the rows of one reading. */
  readonly key: string;
  readonly rank: IdentityRank;
}

/** The key under which a row is stored; unique within the account. */
export interface StoredKey {
  readonly key: string;
  readonly rank: IdentityRank;
}

/** The key of a provider's own id. */
export function strongIdentityKey(strongId: string): string {
  return `i:${strongId}`;
}

/** The key of an institution's id; pending and booked entries never share one. */
export function weakKey(booked: boolean, weakId: string): string {
  return `${booked ? 't' : 'pt'}:${weakId}`;
}

/**
 * Identifies each row of one reading, independent of their order. A row that repeats an id with the same content counts
 * once: the second gets null. An id that different rows share is ignored: content and an occurrence counter distinguish
 * them, so that two coffees at the same price on one day stay two.
 */
export function identify(
  rows: readonly ProviderTransaction[],
  fields: readonly string[],
): (TransactionIdentity | null)[] {
  const strong = usesOf(rows, strongIdentityKeyOf, (row) => JSON.stringify([row.document, row.weakId]));
  // The institution's id is less reliable, so only a byte-identical row counts as a repetition.
  const weak = usesOf(rows, weakKeyOf, (row) => row.rawJson);
  const seen = new Set<string>();
  const identities = rows.map((row): TransactionIdentity | null => {
    const known = idOf(row, strong, weak);
    return known && !isRepeat(seen, known.key) ? known : null;
  });
  const byContent = rows.flatMap((row, position) =>
    idOf(row, strong, weak) === null ? [{ row, position, content: contentOf(row.document, fields) }] : [],
  );
  // Sorting by raw JSON gives the same rows the same keys in any order.
  byContent.sort((a, b) => compareText(a.content, b.content) || compareText(a.row.rawJson, b.row.rawJson));
  let occurrence = 0;
  byContent.forEach(({ content, position }, index) => {
    occurrence = byContent[index - 1]?.content === content ? occurrence + 1 : 1;
    identities[position] = { key: contentKey(content, occurrence), rank: 3 };
  });
  return identities;
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The repeated keys, each with whether all its rows are the same. */
type Uses = ReadonlyMap<string, boolean>;

function idOf(row: ProviderTransaction, strong: Uses, weak: Uses): TransactionIdentity | null {
  const strongest = strongIdentityKeyOf(row);
  if (strongest !== null && strong.get(strongest) !== false) return { key: strongest, rank: 1 };
  const weaker = weakKeyOf(row);
  return weaker !== null && weak.get(weaker) !== false ? { key: weaker, rank: 2 } : null;
}

function strongIdentityKeyOf({ strongId }: ProviderTransaction): string | null {
  return strongId === null ? null : strongIdentityKey(strongId);
}

function weakKeyOf({ booked, weakId }: ProviderTransaction): string | null {
  return weakId === null ? null : weakKey(booked, weakId);
}

function usesOf(
  rows: readonly ProviderTransaction[],
  keyOf: (row: ProviderTransaction) => string | null,
  meaningOf: (row: ProviderTransaction) => string,
): Uses {
  const first = new Map<string, ProviderTransaction>();
  const repeated = new Map<string, boolean>();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === null) continue;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, row);
    else repeated.set(key, repeated.get(key) !== false && meaningOf(earlier) === meaningOf(row));
  }
  return repeated;
}

function isRepeat(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}
