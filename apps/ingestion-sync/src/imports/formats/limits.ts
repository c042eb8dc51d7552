import { DOCUMENT_LIMITS } from '../../providers/mapping/document-limits';

/** Limits of one file, whatever its size. All code that reads statements uses these. */
export const STATEMENT_LIMITS = {
  /** Bytes from the file's beginning by which its format is detected. */
  headBytes: 256 * 1024,
  /** Larger pieces of a file are read in parts of this size, so that the entries of one part fit in memory. */
  pieceBytes: 64 * 1024,
  /** A line of a file that is read by lines, in bytes. */
  lineBytes: 64 * 1024,
  /** A field of an entry. */
  fieldChars: DOCUMENT_LIMITS.textChars,
  /** An entry with all its fields; of a CSV file, a row. */
  entryChars: DOCUMENT_LIMITS.entryChars,
  /** Lines of an entry that is read by lines. */
  entryLines: 1_000,
  /** XML between two tags or texts: a tag with its attributes, or comments one after the other. */
  tokenChars: 256 * 1024,
  attributes: 64,
  /** Elements within each other. */
  depth: 64,
  /** Columns of a CSV row. */
  columns: 256,
  /** Transactions of a batch that are read one by one; a larger batch is one entry. */
  batchDetails: 5_000,
  batchChars: 8 * 1024 * 1024,
  /** Entries whose dates are compared before the order of day and month is decided. */
  sampledEntries: 1_000,
  sampledChars: 4 * 1024 * 1024,
  /** Trades and positions that wait for the list of securities behind them. */
  waitingTrades: 10_000,
  accounts: 1_000,
  /** Entries that cannot be read are listed up to here and counted from here on. */
  unreadable: 1_000,
  /** Rows that are no entries, or cannot be read, may be so many more than entries; beyond that the file is refused. */
  rowsBesideEntries: 10_000,
} as const;
