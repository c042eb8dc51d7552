import { ListedIds, ListingSource } from './listings';

/** An import with one of its accounts, as far as it describes what the file lists. */
export interface FileSourceRow {
  readonly importId: number;
  readonly format: string | null;
  readonly shape: string | null;
  /** Null if an earlier release, which stored none, imported the file. */
  readonly digest: string | null;
  readonly name: string;
  readonly bytes: number;
  /** True if the whole file was stored. */
  readonly isWhole: boolean;
  readonly account: {
    readonly first_day: string | null;
    readonly last_day: string | null;
    readonly entries: number;
    /** Absent if an earlier release, which did not judge ids, imported the file. */
    readonly ids?: ListedIds;
  };
}

/** The form of rows that earlier releases stored: their readers wrote some texts differently. */
export const EARLIER_FORM = 'EARLIER';
/** First and last day of a file that was stored only in part. */
const NO_DAY = '9999-12-31';

/** Describes a file as a source of rows: its kind, its days, the value of its ids, and the fingerprint of the file. */
export function fileSource({
  importId,
  format,
  shape,
  digest,
  isWhole,
  account,
  ...file
}: FileSourceRow): ListingSource {
  const kind = `${format ?? ''} ${shape ?? ''}`;
  const { first_day: firstDay, last_day: lastDay, entries, ids = 'none' } = account;
  // Fallback fingerprint, because imports of earlier releases stored no digest.
  const outside = `${file.bytes} ${firstDay ?? ''} ${lastDay ?? ''} ${entries} ${file.name}`;
  return {
    importId,
    kind,
    form: digest === null ? EARLIER_FORM : kind,
    firstDay: (isWhole ? firstDay : null) ?? NO_DAY,
    lastDay: (isWhole ? lastDay : null) ?? NO_DAY,
    ids,
    fingerprints: digest === null ? [outside] : [digest],
  };
}
