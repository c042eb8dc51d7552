import { DOCUMENT_LIMITS } from '../../providers/mapping/document-limits';

/** Limits of one file. All code that reads statements uses these. */
export const STATEMENT_LIMITS = {
  /** Bytes at the beginning of a file by which its format is detected. */
  headBytes: 256 * 1024,
  /** Larger pieces of a file are read in parts of this size, so that the entries of one part fit in memory. */
  pieceBytes: 64 * 1024,
  /** The bytes of a line, in formats that are read by lines. */
  lineBytes: 64 * 1024,
  /** The characters of a field. */
  fieldChars: DOCUMENT_LIMITS.textChars,
  /** The characters of an entry with all its fields; in a CSV file, of a row. */
  entryChars: DOCUMENT_LIMITS.entryChars,
  /** The lines of an entry, in formats that are read by lines. */
  entryLines: 1_000,
  /** The characters of XML between two tags or texts: a tag with its attributes, or consecutive comments. */
  tokenChars: 256 * 1024,
  attributes: 64,
  /** The nesting of elements. */
  depth: 64,
  /** The columns of a CSV row. */
  columns: 256,
  /** The transactions of a batch that are read one by one; a larger batch is one entry. */
  batchDetails: 5_000,
  batchChars: 8 * 1024 * 1024,
  /** The entries whose dates are compared before the order of day and month is decided. */
  sampledEntries: 1_000,
  sampledChars: 4 * 1024 * 1024,
  /** The trades and positions that wait for the list of securities behind them. */
  waitingTrades: 10_000,
  accounts: 1_000,
  /** The listed unreadable entries; further ones are only counted. */
  unreadable: 1_000,
  /** Rows that are no entries, or unreadable, may exceed the entries by this number; beyond it the file is refused. */
  rowsBesideEntries: 10_000,
} as const;
