import { Static, Type } from '@sinclair/typebox';
import { Amount, Currency, Id, IsoDate, IsoTime, Nullable, OneOf } from '../../scalars';

/** The formats of files that banks give their customers. */
export const FILE_FORMATS = ['OFX', 'CAMT053', 'MT940', 'QIF', 'CSV'] as const;

/** Names of the formats for users. */
const FORMAT_NAMES: Readonly<Record<(typeof FILE_FORMATS)[number], string>> = {
  OFX: 'OFX, QFX',
  CAMT053: 'CAMT.053',
  MT940: 'MT940',
  QIF: 'QIF',
  CSV: 'CSV',
};

/** All formats in a sentence: `OFX, QFX, CAMT.053, MT940, QIF or CSV`. */
export function listedFormats(word: 'and' | 'or'): string {
  const names = FILE_FORMATS.map((format) => FORMAT_NAMES[format]);
  return `${names.slice(0, -1).join(', ')} ${word} ${names.at(-1)}`;
}

/**
 * - `UPLOADING`: the upload is not complete.
 * - `READING`: the file is parsed and compared with the stored transactions.
 * - `READY`: the preview is complete; nothing is stored yet.
 * - `APPLYING`, `APPLIED`: its new entries are being, or were, stored as transactions.
 * - `UNDOING`, `UNDONE`: these transactions are being, or were, removed again.
 * - `FAILED`: the file could not be read, or storing it stopped; `error` has the reason.
 */
export const FILE_IMPORT_STATUSES = [
  'UPLOADING',
  'READING',
  'READY',
  'APPLYING',
  'APPLIED',
  'UNDOING',
  'UNDONE',
  'FAILED',
] as const;
export type FileImportStatus = (typeof FILE_IMPORT_STATUSES)[number];

/**
 * - `new`: applying the import would store the entry.
 * - `known`: it is stored already.
 * - `doubtful`: it may be a duplicate of a stored one; applying the import would store it under review.
 * - `left_out`: it is no movement, such as a balance or a payment that was denied; see its reason.
 * - `unreadable`: see its reason.
 */
export const FILE_ENTRY_KINDS = ['new', 'known', 'doubtful', 'left_out', 'unreadable'] as const;
export type FileEntryKind = (typeof FILE_ENTRY_KINDS)[number];

/** Maximum length of the name of an encoding; `TextDecoder` must know the name. */
export const CSV_ENCODING_LENGTH_MAX = 40;
export const CSV_NO_MOVEMENT_WORDS_MAX = 50;
export const CSV_NO_MOVEMENT_WORD_LENGTH_MAX = 100;
export const CSV_DELIMITERS = [',', ';', '\t', '|'] as const;
export const CSV_DECIMAL_MARKS = ['.', ','] as const;
export const CSV_DATE_ORDERS = ['YMD', 'DMY', 'MDY'] as const;
export const CSV_COLUMN_KINDS = [
  'booking_date',
  'value_date',
  'amount',
  'debit',
  'credit',
  'direction',
  'currency',
  'payee',
  'payer',
  'counterparty_account',
  'description',
  'payment_kind',
  'reference',
  'bank_id',
  'balance',
  'fee',
  'fee_in_amount',
  'signed_fee_in_amount',
  'fee_included',
  'status',
  'account',
] as const;
export const CSV_COLUMNS_MAX = 200;
export const CSV_SKIPPED_ROWS_MAX = 1000;

const count = Type.Integer({ minimum: 0 });
const textOrNull = Nullable(Type.String());

/** Describes how to read a CSV file. */
export const FileCsvReading = Type.Object({
  encoding: Type.String({ minLength: 1, maxLength: CSV_ENCODING_LENGTH_MAX }),
  delimiter: OneOf(CSV_DELIMITERS),
  decimal_mark: OneOf(CSV_DECIMAL_MARKS),
  date_order: OneOf(CSV_DATE_ORDERS),
  /** Number of rows before the first entry, including the row of column names. */
  skip_rows: Type.Integer({ minimum: 0, maximum: CSV_SKIPPED_ROWS_MAX }),
  /** Kind of each column, in order; null: the column is ignored. */
  columns: Type.Array(Nullable(OneOf(CSV_COLUMN_KINDS)), { maxItems: CSV_COLUMNS_MAX }),
  /** The file writes money that left the account without a sign. Absent: no. */
  turn_signs: Type.Optional(Type.Boolean()),
  /** Texts of the status column of rows that are no movements. Absent for the texts that Tributary knows. */
  no_movement_words: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: CSV_NO_MOVEMENT_WORD_LENGTH_MAX }), {
      maxItems: CSV_NO_MOVEMENT_WORDS_MAX,
    }),
  ),
});
export type FileCsvReading = Static<typeof FileCsvReading>;

/**
 * Certainty of the reading of a CSV file, and of the order of the dates in a QIF file (`GUESS`, `CONFIRMED`, or null
 * where the dates leave no doubt).
 *
 * - `PROVEN`: a balance in the file proves the amounts and their signs.
 * - `BY_NAMES`: the names of the columns and their cells agree.
 * - `GUESS`: the likeliest of several readings; the import cannot be applied until the user has confirmed it.
 * - `CONFIRMED`: the user has confirmed it, for this file or for an earlier one whose reading fits this one.
 */
export const FILE_CERTAINTIES = ['PROVEN', 'BY_NAMES', 'GUESS', 'CONFIRMED'] as const;
export type FileCertainty = (typeof FILE_CERTAINTIES)[number];

/** A question that the file leaves open; the user decides it by sending the reading. */
export const FileQuestion = Type.Object({
  /** The columns it is about, from 0. */
  columns: Type.Array(Type.Integer({ minimum: 0 }), { maxItems: CSV_COLUMNS_MAX }),
  text: Type.String(),
});
export type FileQuestion = Static<typeof FileQuestion>;

/** Describes how to read a QIF file. */
export const FileQifReading = Type.Object({ date_order: OneOf(CSV_DATE_ORDERS) });
export type FileQifReading = Static<typeof FileQifReading>;

/** Means by which an account of the file was matched with an account of the user. */
export const FILE_ACCOUNT_MATCHES = ['IBAN', 'NUMBER', 'ONLY', 'CHOSEN'] as const;

/** A statement whose entries do not lead from its opening to its closing balance. */
export const FileBalanceGap = Type.Object({
  /** Line of the opening balance. */
  line: Type.Integer({ minimum: 1 }),
  opening: Amount,
  closing: Amount,
  entries_sum: Amount,
  /** Amount that is missing in the entries: closing, less opening, less the entries. */
  difference: Amount,
});
export type FileBalanceGap = Static<typeof FileBalanceGap>;

/** Maximum of listed gaps of an account. */
export const FILE_BALANCE_GAPS_MAX = 5;

/** The balances that a file states of an account, and whether its entries lead from one to the other. */
export const FileBalances = Type.Object({
  currency: Nullable(Currency),
  /** Opening balance of the first statement. */
  opening: Nullable(Amount),
  opening_date: Nullable(IsoDate),
  /** The newest. */
  closing: Nullable(Amount),
  closing_date: Nullable(IsoDate),
  /** The readable entries of the account, and their sum. */
  entries: count,
  entries_sum: Amount,
  /** Number of statements with an opening and a closing balance. */
  statements: count,
  /** Whether the entries of each such statement lead from its opening to its closing balance; null: there is none. */
  adds_up: Nullable(Type.Boolean()),
  /** The differences of all such statements together. */
  difference: Nullable(Amount),
  gaps: Type.Array(FileBalanceGap, { maxItems: FILE_BALANCE_GAPS_MAX }),
});
export type FileBalances = Static<typeof FileBalances>;

/** An account that the file has entries of. */
export const FileImportAccount = Type.Object({
  /** Name of the account in the file's entries; empty if the file names no account. */
  key: Type.String(),
  iban: textOrNull,
  number: textOrNull,
  bank: textOrNull,
  name: textOrNull,
  currency: textOrNull,
  entries: count,
  first_day: Nullable(IsoDate),
  last_day: Nullable(IsoDate),
  /** Account that receives the entries; null if it is not chosen yet, or if applying the import adds it. */
  financial_account_id: Nullable(Id),
  matched_by: Nullable(OneOf(FILE_ACCOUNT_MATCHES)),
  /** The account by hand that applying the import adds. */
  new_account: Nullable(Type.Object({ name: Type.String(), currency: Currency })),
  /**
   * Account that received the last file of the same layout, if this file does not name its account: a proposal, which
   * is not chosen.
   */
  proposed_account_id: Nullable(Id),
  /** Name and currency that the file suggests for a new account. */
  suggested_name: textOrNull,
  suggested_currency: Nullable(Currency),
  /** Null: the file states none of this account. */
  balances: Nullable(FileBalances),
});
export type FileImportAccount = Static<typeof FileImportAccount>;

/** An import of a bank's file, in the form of the REST API. */
export const FileImportDocument = Type.Object({
  status: OneOf(FILE_IMPORT_STATUSES),
  file_name: Type.String(),
  file_bytes: count,
  format: Nullable(OneOf(FILE_FORMATS)),
  csv: Nullable(FileCsvReading),
  qif: Nullable(FileQifReading),
  /** Certainty of a CSV file's reading; null for other formats, and before the file is read. */
  certainty: Nullable(OneOf(FILE_CERTAINTIES)),
  /** Empty unless the reading is a guess. */
  questions: Type.Array(FileQuestion),
  /** The first rows of a CSV file, as cells. */
  csv_sample: Type.Array(Type.Array(Type.String())),
  accounts: Type.Array(FileImportAccount),
  entries_new: count,
  entries_known: count,
  entries_doubtful: count,
  entries_left_out: count,
  entries_unreadable: count,
  /** Entries that the present job has parsed, applied or undone. */
  entries_done: count,
  entries_total: count,
  transactions_added: count,
  transactions_removed: count,
  /** Transactions that an undo left, because they were edited since or the bank sent them as well. */
  transactions_kept: count,
  error: textOrNull,
  expires_at: Nullable(IsoTime),
  applied_at: Nullable(IsoTime),
});

/** An import with its id and times. */
export const FileImport = Type.Object({
  id: Id,
  created_at: IsoTime,
  updated_at: IsoTime,
  document: FileImportDocument,
});
export type FileImport = Static<typeof FileImport>;

/** An entry in the preview of a file. */
export const FileImportEntry = Type.Object({
  kind: OneOf(FILE_ENTRY_KINDS),
  line: Type.Integer({ minimum: 1 }),
  account_key: textOrNull,
  date: Nullable(IsoDate),
  amount: textOrNull,
  currency: textOrNull,
  counterparty: textOrNull,
  description: textOrNull,
  /** Reason why the entry is left out or could not be read. */
  reason: textOrNull,
});
export type FileImportEntry = Static<typeof FileImportEntry>;
