import { hash } from 'node:crypto';
import { ProviderTransaction } from '../providers/provider.port';
import { otherParty } from './mapped-fields';

/**
 * How sure the identity of a row is: 1 the provider's own id, 2 the institution's id, 3 its content alone.
 */
export type IdentityRank = 1 | 2 | 3;

export interface TransactionIdentity {
  /** Unique within the account. */
  readonly key: string;
  readonly rank: IdentityRank;
  /** By content and occurrence, for every row: finds a row again whose weaker id came, went or was repeated. */
  readonly contentKey: string;
}

/** What a row with a strong id goes by, unless that id stands for several rows. */
export function strongIdentityKey(strongId: string): string {
  return `i:${strongId}`;
}

/** What a row goes by in its answer, before occurrences are counted. */
interface Candidate {
  readonly place: number;
  readonly rank: IdentityRank;
  /** The id that it goes by; null where it has nothing but its content. */
  readonly id: string | null;
  readonly content: string;
}

/**
 * Gives each row of one answer its identity, whatever the answer's order. Two rows with the same strong id and the
 * same content are one: the second gets null. The same strong id with different content, or an institution's id
 * that is there twice, proves nothing: such rows are told apart by content and an occurrence counter, so that two
 * coffees at the same price on one day stay two. Pending and booked rows never share an identity.
 */
export function identify(rows: readonly ProviderTransaction[]): (TransactionIdentity | null)[] {
  const contents = rows.map(contentOf);
  const strong = usesOf(rows, contents, (row) => row.strongId);
  const weak = usesOf(rows, contents, (row) => row.weakId);
  const identities: (TransactionIdentity | null)[] = rows.map(() => null);
  const occurrences = new Map<string, number>();
  const seen = new Set<string>();
  const candidates = rows.map((row, place) => candidate(row, place, contents[place] ?? '', strong, weak));
  for (const { place, rank, id, content } of contentFirst(candidates)) {
    if (id !== null && repeats(seen, id)) continue;
    const occurrence = (occurrences.get(content) ?? 0) + 1;
    occurrences.set(content, occurrence);
    const contentKey = `${content}#${occurrence}`;
    identities[place] = { key: id ?? `c:${contentKey}`, rank, contentKey };
  }
  return identities;
}

function candidate(
  row: ProviderTransaction,
  place: number,
  content: string,
  strong: ReadonlyMap<string, Uses>,
  weak: ReadonlyMap<string, Uses>,
): Candidate {
  if (row.strongId !== null && strong.get(scoped(row, row.strongId))?.contents.size === 1) {
    return { place, rank: 1, id: strongIdentityKey(row.strongId), content };
  }
  if (row.weakId !== null && weak.get(scoped(row, row.weakId))?.count === 1) {
    return { place, rank: 2, id: scoped(row, row.weakId), content };
  }
  return { place, rank: 3, id: null, content };
}

/** Those that go by content are counted first: their keys must not depend on who else is in the answer. */
function contentFirst(candidates: readonly Candidate[]): Candidate[] {
  const byContent = candidates.filter(({ id }) => id === null);
  return byContent.length === 0
    ? [...candidates]
    : [...byContent, ...candidates.filter(({ id }) => id !== null)];
}

interface Uses {
  count: number;
  readonly contents: Set<string>;
}

function usesOf(
  rows: readonly ProviderTransaction[],
  contents: readonly string[],
  idOf: (row: ProviderTransaction) => string | null,
): Map<string, Uses> {
  const uses = new Map<string, Uses>();
  rows.forEach((row, place) => {
    const id = idOf(row);
    if (id === null) return;
    const known = uses.get(scoped(row, id)) ?? { count: 0, contents: new Set<string>() };
    known.count += 1;
    known.contents.add(contents[place] ?? '');
    uses.set(scoped(row, id), known);
  });
  return uses;
}

function repeats(seen: Set<string>, key: string): boolean {
  if (seen.has(key)) return true;
  seen.add(key);
  return false;
}

function scoped(row: ProviderTransaction, id: string): string {
  return `${row.booked ? 't' : 'pt'}:${id}`;
}

/** Of what stays the same when the provider is asked again: (date, amount, currency, counterparty, remittance). */
function contentOf(row: ProviderTransaction): string {
  const { document } = row;
  const party = otherParty(document);
  const remittance = document.remittance_information;
  const parts = [
    row.booked ? 'booked' : 'pending',
    document.booking_date ?? document.value_date ?? '',
    document.amount,
    document.currency,
    party?.name ?? party?.iban ?? party?.bban ?? '',
    remittance?.unstructured ?? remittance?.unstructured_array ?? remittance?.structured ?? '',
  ];
  return hash('sha1', JSON.stringify(parts), 'base64url');
}
