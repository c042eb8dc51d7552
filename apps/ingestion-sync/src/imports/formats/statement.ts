import { FILE_FORMATS, HoldingDocument, TransactionDocument } from '@tributary/contracts';
import { DateOrder } from './values/days';

/**
 * The ISO 4217 code for "no currency": that of an entry or a balance whose file states none. The account's currency is
 * meant, and the amount has the digits that the file has.
 */
export const NO_CURRENCY = 'XXX';

export type StatementFormat = (typeof FILE_FORMATS)[number];

/** An account that a file has entries of. */
export interface StatementAccount {
  /** The key by which the file's entries name the account. */
  readonly key: string;
  readonly iban: string | null;
  /** The account's number where it is no IBAN. */
  readonly number: string | null;
  /** BIC or the bank's national number. */
  readonly bank: string | null;
  readonly name: string | null;
  readonly currency: string | null;
  /** Where the file says that it is a broker's account. */
  readonly category?: 'INVESTMENT';
}

/** One entry as the file has it. Amounts are decimal text: negative for money that left the account. */
export interface StatementEntry {
  readonly accountKey: string;
  /** The first line of the entry, from 1. */
  readonly line: number;
  readonly booked: boolean;
  /** The bank's id of the entry, where the format has one that is meant to be unique in the account. */
  readonly bankId: string | null;
  /** As of a balance: the statement that lists it. */
  readonly statement?: string;
  readonly document: Omit<TransactionDocument, 'mapped_fields'>;
}

/** A balance that the file states. */
export interface StatementBalance {
  readonly accountKey: string;
  readonly line: number;
  readonly kind: 'OPENING' | 'CLOSING' | 'AVAILABLE';
  readonly amount: string;
  readonly currency: string | null;
  /** ISO day. */
  readonly date: string;
  /** The number or id that the bank gave the statement, such as `147/1`; absent where it gave none. */
  readonly statement?: string;
}

/** A position of a broker's account on one day. */
export interface StatementHolding {
  readonly accountKey: string;
  readonly line: number;
  /** ISO day. */
  readonly date: string;
  /** Identifies the position within its account from one statement to the next. */
  readonly key: string;
  readonly document: HoldingDocument;
}

/** An entry that could not be read; `reason` is for the user and never repeats the text. */
export interface UnreadableEntry {
  readonly line: number;
  readonly reason: string;
}

/**
 * A row that is no movement (a balance, a total, a payment that was denied): it is listed for the user and not stored. The
 * reason is for the user and never repeats the text.
 */
export interface LeftOutRow {
  readonly line: number;
  readonly reason: string;
}

export type StatementItem =
  | { readonly kind: 'account'; readonly account: StatementAccount }
  | { readonly kind: 'entry'; readonly entry: StatementEntry }
  | { readonly kind: 'balance'; readonly balance: StatementBalance }
  | { readonly kind: 'holding'; readonly holding: StatementHolding }
  | { readonly kind: 'left_out'; readonly leftOut: LeftOutRow }
  | { readonly kind: 'unreadable'; readonly unreadable: UnreadableEntry };

/** How a CSV file is read: detected, shown to the user, corrected by them, and kept for the bank's next file. */
export interface CsvReading {
  /** A label that `TextDecoder` knows. */
  readonly encoding: string;
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly decimalMark: '.' | ',';
  /** Order of day, month and year in dates. */
  readonly dateOrder: DateOrder;
  /** Rows before the first entry, the row of column names included. */
  readonly skipRows: number;
  /** For each column, in order, what it has; null: not read. */
  readonly columns: readonly (CsvColumn | null)[];
  /** The file has money that left the account without a sign, and money that came in with one. */
  readonly turnSigns: boolean;
  /** Texts of the status column, in lower case, of rows that are no movements, beside those that are known. */
  readonly noMovementWords: readonly string[];
}

/**
 * How sure the reading of a CSV file is: a balance in the file proves it; names and cells agree on it; or it is the likeliest of
 * several, and the user must confirm it.
 */
export const CSV_CERTAINTIES = ['PROVEN', 'BY_NAMES', 'GUESS'] as const;
export type CsvCertainty = (typeof CSV_CERTAINTIES)[number];

/** A question to the user about facts that the file does not state. The text never repeats the file's. */
export interface CsvQuestion {
  /** The columns it is about, from 0. */
  readonly columns: readonly number[];
  readonly text: string;
}

/** How a CSV file would be read, and how sure that is. */
export interface DetectedCsv {
  readonly reading: CsvReading;
  readonly certainty: CsvCertainty;
  /** Empty unless it is a guess. */
  readonly questions: readonly CsvQuestion[];
}

/** How a QIF file is read, and what else was found out about its dates. */
export interface DetectedQif {
  readonly dateOrder: DateOrder;
  /** The dates leave no doubt about their order. */
  readonly isSure: boolean;
  /** All orders in which its dates are days. */
  readonly possibleOrders: readonly DateOrder[];
  /** Names the way in which the file is written: files of the same account from the same program have the same. */
  readonly style: string;
}

/** The detected format of a file, from its first bytes. */
export interface DetectedStatement {
  readonly format: StatementFormat;
  /** How the file would be read; only of CSV files. */
  readonly csv: DetectedCsv | null;
  /** The same for QIF files. */
  readonly qif: DetectedQif | null;
}

export const CSV_COLUMNS = [
  'booking_date',
  'value_date',
  'amount',
  'debit',
  'credit',
  /** A word or letter that says whether an amount without a sign left the account: `Af`, `S`, `Debit`. */
  'direction',
  'currency',
  /** The other side; where there is a payer as well, of entries that left the account. */
  'payee',
  'payer',
  'counterparty_account',
  'description',
  /** The kind of payment: the description of rows that have no other text. */
  'payment_kind',
  'reference',
  'bank_id',
  'balance',
  /** Taken from the account beside the amount: an entry of its own. */
  'fee',
  /** Taken from the account together with the amount: taken off it. */
  'fee_in_amount',
  /** The same with a sign of its own: a minus where it was paid. */
  'signed_fee_in_amount',
  /** Part of the amount already: information only. */
  'fee_included',
  /** A word for entries that are not booked yet, or never will be. */
  'status',
  /** Whose entry it is, in files of several accounts: an IBAN or a number. */
  'account',
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];
