import { FILE_FORMATS, HoldingDocument, TransactionDocument } from '@tributary/contracts';
import { DateOrder } from './values/days';

/**
 * The ISO 4217 code for "no currency": that of an entry or a balance whose file states none. Such an amount is in the
 * account's currency and has the file's digits.
 */
export const NO_CURRENCY = 'XXX';

export type StatementFormat = (typeof FILE_FORMATS)[number];

/** An account in a file. */
export interface StatementAccount {
  /** The key by which the file's entries refer to the account. */
  readonly key: string;
  readonly iban: string | null;
  /** The account's number if it is no IBAN. */
  readonly number: string | null;
  /** A BIC or the bank's national number. */
  readonly bank: string | null;
  readonly name: string | null;
  readonly currency: string | null;
  /** Set if the file is a broker's. */
  readonly category?: 'INVESTMENT';
}

/** One entry of a file. Amounts are decimal text, negative for outgoing money. */
export interface StatementEntry {
  readonly accountKey: string;
  /** The first line of the entry, from 1. */
  readonly line: number;
  readonly booked: boolean;
  /** The bank's id of the entry, if the format has one that is meant to be unique in the account. */
  readonly bankId: string | null;
  /** The statement that lists the entry, as in a balance. */
  readonly statement?: string;
  readonly document: Omit<TransactionDocument, 'mapped_fields'>;
}

/** A balance in a file. */
export interface StatementBalance {
  readonly accountKey: string;
  readonly line: number;
  readonly kind: 'OPENING' | 'CLOSING' | 'AVAILABLE';
  readonly amount: string;
  readonly currency: string | null;
  /** ISO day. */
  readonly date: string;
  /** The number or id of the statement, such as `147/1`; absent if it has none. */
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

/** An entry that could not be read; `reason` is for the user and never contains the text. */
export interface UnreadableEntry {
  readonly line: number;
  readonly reason: string;
}

/**
 * A row that is no movement (a balance, a total, a declined payment): it is listed for the user and not stored. The
 * reason is for the user and never contains the text.
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

/** How a CSV file is read: detected, shown to the user, corrected by them, and stored for the bank's next file. */
export interface CsvReading {
  /** A label that `TextDecoder` knows. */
  readonly encoding: string;
  readonly delimiter: ',' | ';' | '\t' | '|';
  readonly decimalMark: '.' | ',';
  /** Order of day, month and year in dates. */
  readonly dateOrder: DateOrder;
  /** The number of rows before the first entry, including the column names. */
  readonly skipRows: number;
  /** The content of each column, in order; null: not read. */
  readonly columns: readonly (CsvColumn | null)[];
  /** Whether outgoing money is positive and incoming money negative. */
  readonly turnSigns: boolean;
  /** Further texts of the status column, in lower case, that mark rows which are no movements. */
  readonly noMovementWords: readonly string[];
}

/**
 * The certainty of a CSV reading: a balance proves it; names and cells agree; or it is the likeliest of several, and
 * the user must confirm it.
 */
export const CSV_CERTAINTIES = ['PROVEN', 'BY_NAMES', 'GUESS'] as const;
export type CsvCertainty = (typeof CSV_CERTAINTIES)[number];

/** A question to the user about facts that the file does not state. The text never contains the file's. */
export interface CsvQuestion {
  /** The columns that it concerns, from 0. */
  readonly columns: readonly number[];
  readonly text: string;
}

/** A detected CSV reading with its certainty. */
export interface DetectedCsv {
  readonly reading: CsvReading;
  readonly certainty: CsvCertainty;
  /** Empty unless the reading is a guess. */
  readonly questions: readonly CsvQuestion[];
}

/** A detected QIF reading, and further facts about its dates. */
export interface DetectedQif {
  readonly dateOrder: DateOrder;
  /** Whether the order of the dates is certain. */
  readonly isSure: boolean;
  /** All orders in which the dates are calendar days. */
  readonly possibleOrders: readonly DateOrder[];
  /** The format of the dates: files of the same account from the same program have the same. */
  readonly style: string;
}

/** The detected format of a file, from its first bytes. */
export interface DetectedStatement {
  readonly format: StatementFormat;
  /** The detected reading of a CSV file. */
  readonly csv: DetectedCsv | null;
  /** The detected reading of a QIF file. */
  readonly qif: DetectedQif | null;
}

export const CSV_COLUMNS = [
  'booking_date',
  'value_date',
  'amount',
  'debit',
  'credit',
  /** A word or letter that gives the direction of an unsigned amount: `Af`, `S`, `Debit`. */
  'direction',
  'currency',
  /** The other party; if the file has a payer column, of outgoing entries only. */
  'payee',
  'payer',
  'counterparty_account',
  'description',
  /** The kind of payment, used as the description of rows without another text. */
  'payment_kind',
  'reference',
  'bank_id',
  'balance',
  /** A fee that is charged beside the amount: it becomes a separate entry. */
  'fee',
  /** A fee that is charged with the amount: it is subtracted from it. */
  'fee_in_amount',
  /** A signed fee that is charged with the amount: negative if it was paid. */
  'signed_fee_in_amount',
  /** A fee that the amount already contains: for information. */
  'fee_included',
  /** A word for entries that are not booked yet, or never will be. */
  'status',
  /** The account of the entry, in files of several accounts: an IBAN or a number. */
  'account',
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];
