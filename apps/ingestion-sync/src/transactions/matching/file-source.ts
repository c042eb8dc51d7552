import { ListedIds, ListingSource } from './listings';

/** An import with one of its accounts, as far as it says what the file lists. */
export interface FileSourceRow {
  readonly importId: number;
  readonly format: string | null;
  readonly shape: string | null;
  /** Null: imported by a release that stored none. */
  readonly digest: string | null;
  readonly name: string;
  readonly bytes: number;
  /** Whether all of the file was stored. */
  readonly isWhole: boolean;
  readonly account: {
    readonly first_day: string | null;
    readonly last_day: string | null;
    readonly entries: number;
    /** Absent: imported by a release that did not judge them. */
    readonly ids?: ListedIds;
  };
}

/** The form of rows that earlier releases stored: their readers wrote some texts differently. */
export const EARLIER_FORM = 'EARLIER';
/** Of a file of which only a part was stored. */
const NO_DAY = '9999-12-31';

/** A file as a source of rows: its kind, its days, what its ids are worth, and by what it is known again. */
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
  // Of an import of an earlier release nothing better was stored.
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
