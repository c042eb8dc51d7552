/** Something that lists rows of an account: a file, or the connection to the bank. */
export interface ListingSource {
  /** Null: the connection. */
  readonly importId: number | null;
  /** Sources of one kind give one entry the same id, and the same balance after it. */
  readonly kind: string;
  /** Sources of one form describe one entry in the same words. */
  readonly form: string;
  /** The first and the last day of which it lists entries. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly ids: ListedIds;
  /** Two equal ones are the same file twice. */
  readonly fingerprints: readonly string[];
}

/**
 * What the ids of a source are worth. `identities`: each is of one entry of the account. `counters`: they count the rows of each
 * file from one, and identify nothing. `named counters`: the same with letters before the number, so that they are identities if
 * another file of the kind goes on from them. `none`: it has none.
 */
export type ListedIds = 'identities' | 'counters' | 'named counters' | 'none';

/** Whether a file's ids identify its entries, beside other sources that list rows of the account. */
export function identifies(file: ListingSource, others: Iterable<ListingSource>): boolean {
  if (file.ids !== 'named counters') return file.ids === 'identities';
  for (const { kind, ids } of others) if (kind === file.kind && ids === 'identities') return true;
  return false;
}

/** Whether both are the very same file. */
export function isSameFile(one: ListingSource, other: ListingSource): boolean {
  return one.fingerprints.some((fingerprint) => other.fingerprints.includes(fingerprint));
}

/** A row as one source lists it. */
export interface Listing {
  readonly source: ListingSource;
  readonly bankId: string | null;
  /** Of the account, after the entry. */
  readonly balance: string | null;
}

/** The part of a day's entries that a source lists. */
export type DayShare = 'whole' | 'beginning' | 'end' | 'part';

/**
 * A source lists the days between its first and its last one whole; its last day from the beginning to the download; of its
 * first day maybe only what came after the download before.
 */
export function shareOf({ firstDay, lastDay }: ListingSource, day: string): DayShare {
  if (firstDay < day && day < lastDay) return 'whole';
  if (firstDay < day && day === lastDay) return 'beginning';
  return firstDay === day && day < lastDay ? 'end' : 'part';
}

/** Of two such parts of one day, one has all that the other one has. */
export function isNested(one: DayShare, other: DayShare): boolean {
  return one === 'whole' || other === 'whole' || (one === other && one !== 'part');
}
