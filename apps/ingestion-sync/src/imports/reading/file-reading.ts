import { ProviderHolding } from '../../providers/provider.port';
import {
  FileBalances,
  FileCertainty,
  FileCsvReading,
  FileQifReading,
  FileQuestion,
} from '@tributary/contracts';
import { CsvReading, StatementAccount, StatementFormat } from '../formats/statement';

/** Choices with which a file is read, because its format does not define them. */
export interface ReadingOptions {
  /** Columns and notation of a CSV file; null for other formats. */
  readonly csv: FileCsvReading | null;
  /** Notation of a QIF file; null for other formats. */
  readonly qif: FileQifReading | null;
}

/** The choices with which an earlier file of the same layout was read, or which the user made for this file. */
export interface KnownReading extends ReadingOptions {
  /** Whether the user confirmed it; null: an earlier release did not record it. */
  readonly confirmed: boolean | null;
}

/** The choices with which a file is read, and how certain they are. */
export interface ChosenReading extends ReadingOptions {
  /** Certainty of the columns of a CSV file; null for other formats. */
  readonly certainty: FileCertainty | null;
  /** Empty unless it is a guess. */
  readonly questions: readonly FileQuestion[];
}

/** All positions of an account on a day. */
export interface FileHoldings {
  /** ISO day. */
  readonly day: string;
  readonly positions: readonly ProviderHolding[];
}

/** An account of a file with the balances that the file states for it. */
export interface ParsedAccount {
  readonly account: StatementAccount;
  readonly balances: FileBalances | null;
  /** Whether the balances after its entries are stated by the file, or follow from what it states. */
  readonly isBalanced: boolean;
  /** Null if the file states none. */
  readonly holdings: FileHoldings | null;
}

/** The worker's results about a file, from its beginning. */
export interface DetectedFile extends ChosenReading {
  readonly format: StatementFormat;
  /** The orders in which the dates of a QIF file are valid. */
  readonly dateOrders: readonly FileQifReading['date_order'][];
  /** Identifies the layout of a CSV file, or the format of a QIF file's dates. */
  readonly shape: string | null;
  /** The first rows of a CSV file. */
  readonly sample: readonly (readonly string[])[];
}

/** A parsed entry, or the reason why it could not be parsed. */
export interface ReadEntry {
  readonly kind: 'new' | 'left_out' | 'unreadable';
  /** Index of the account in the file. */
  readonly account: number;
  readonly day: string;
  readonly line: number;
  readonly reason: string | null;
  /** JSON of a `FileEntry`; null if the entry could not be parsed. */
  readonly entry: string | null;
  readonly bankId: string | null;
  /** The balance after the entry, as the file states it, or as it follows from its statement. */
  readonly balance: string | null;
}

/** An entry as it is stored until the import is applied. */
export interface FileEntry {
  readonly bankId: string | null;
  readonly document: Readonly<Record<string, unknown>>;
}

/** A message of the service to the worker. */
export type ToWorker =
  | { readonly kind: 'begin'; readonly fileName: string; readonly how: ReadingOptions }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array | null }
  | { readonly kind: 'known'; readonly how: KnownReading | null }
  | { readonly kind: 'stored' };

/** A message of the worker; it waits for the reply to each of the first four. */
export type FromWorker =
  | { readonly kind: 'pull' }
  | { readonly kind: 'detected'; readonly detected: DetectedFile }
  | { readonly kind: 'chosen'; readonly how: ChosenReading }
  | { readonly kind: 'entries'; readonly entries: readonly ReadEntry[] }
  | {
      readonly kind: 'end';
      readonly accounts: readonly ParsedAccount[];
      readonly sample: DetectedFile['sample'];
      readonly digest: string;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: string };

/** Converts a reading to the form of the parsers. */
export function toCsvReading(csv: FileCsvReading): CsvReading {
  const { encoding, delimiter, columns } = csv;
  return {
    encoding,
    delimiter,
    columns,
    decimalMark: csv.decimal_mark,
    dateOrder: csv.date_order,
    skipRows: csv.skip_rows,
    turnSigns: csv.turn_signs ?? false,
    noMovementWords: csv.no_movement_words ?? [],
  };
}

/** Converts a reading to the form of the interface. */
export function fromCsvReading(csv: CsvReading): FileCsvReading {
  const { decimalMark, dateOrder, skipRows, encoding, delimiter, columns, turnSigns, noMovementWords } = csv;
  return {
    encoding,
    delimiter,
    decimal_mark: decimalMark,
    date_order: dateOrder,
    skip_rows: skipRows,
    columns: [...columns],
    turn_signs: turnSigns,
    no_movement_words: [...noMovementWords],
  };
}
