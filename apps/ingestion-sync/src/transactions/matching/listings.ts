/** A source that lists rows of an account: a file, or the connection to the bank. */
export interface ListingSource {
  /** Null for the connection. */
  readonly importId: number | null;
  /** Sources of one kind give one entry the same id, and the same balance after it. */
  readonly kind: string;
  /** Sources of one form describe one entry in the same words. */
  readonly form: string;
  /** The first and the last day on which the source lists entries. */
  readonly firstDay: string;
  readonly lastDay: string;
  readonly ids: ListedIds;
  /** Sources with an equal fingerprint are the same file. */
  readonly fingerprints: readonly string[];
}

/**
 * How far ids of a source identify entries. `identities`: each id belongs to one entry of the account. `counters`: they
 * number the rows of each file from one, and identify nothing. `named counters`: numbers after letters, which count as
 * identities if another file of the kind continues them. `none`: the source has no ids.
 */
export type ListedIds = 'identities' | 'counters' | 'named counters' | 'none';

/** True if a file's ids identify its entries, given the other sources of the account. */
export function identifies(file: ListingSource, others: Iterable<ListingSource>): boolean {
  if (file.ids !== 'named counters') return file.ids === 'identities';
  for (const { kind, ids } of others) if (kind === file.kind && ids === 'identities') return true;
  return false;
}

/** True if both are the same file. */
export function isSameFile(one: ListingSource, other: ListingSource): boolean {
  return one.fingerprints.some((fingerprint) => other.fingerprints.includes(fingerprint));
}

/** A row as one source lists it. */
export interface Listing {
  readonly source: ListingSource;
  readonly bankId: string | null;
  /** The account's balance after the entry. */
  readonly balance: string | null;
}

/** The part of a day's entries that a source lists. */
export type DayShare = 'whole' | 'beginning' | 'end' | 'part';

/**
 * Returns the part of a day that a source lists. The days between the first and the last one are complete. The last day
 * is listed up to the time of the download; of the first day, the source may have only the entries after the previous
 * download.
 */
export function shareOf({ firstDay, lastDay }: ListingSource, day: string): DayShare {
  if (firstDay < day && day < lastDay) return 'whole';
  if (firstDay < day && day === lastDay) return 'beginning';
  return firstDay === day && day < lastDay ? 'end' : 'part';
}

/** Returns whether one of the two shares of a day contains the other. */
export function isNested(one: DayShare, other: DayShare): boolean {
  return one === 'whole' || other === 'whole' || (one === other && one !== 'part');
}
