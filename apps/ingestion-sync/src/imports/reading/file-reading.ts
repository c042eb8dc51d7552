import { ProviderHolding } from '../../providers/provider.port';
import {
  FileBalances,
  FileCertainty,
  FileCsvReading,
  FileQifReading,
  FileQuestion,
} from '@tributary/contracts';
import { CsvReading, StatementAccount, StatementFormat } from '../formats/statement';

/** How a file is read, where its format leaves that open. */
export interface FileHow {
  /** For CSV files only. */
  readonly csv: FileCsvReading | null;
  /** For QIF files only. */
  readonly qif: FileQifReading | null;
}

/** How an earlier file of the same shape was read, or how the user says that this one is read. */
export interface KnownHow extends FileHow {
  /** By the user; null: by a release that did not record it. */
  readonly confirmed: boolean | null;
}

/** How a file is read, and how sure that is. */
export interface ChosenHow extends FileHow {
  /** For CSV files only. */
  readonly certainty: FileCertainty | null;
  /** Empty unless it is a guess. */
  readonly questions: readonly FileQuestion[];
}

/** An account of a file with the balances that the file states of it. */
/** The positions of an account on a day: all that it holds. */
export interface FileHoldings {
  /** ISO day. */
  readonly day: string;
  readonly positions: readonly ProviderHolding[];
}

export interface ParsedAccount {
  readonly account: StatementAccount;
  readonly balances: FileBalances | null;
  /** The balances after its entries are what the file states, or follow from what it states. */
  readonly isBalanced: boolean;
  /** Null where the file states none. */
  readonly holdings: FileHoldings | null;
}

/** The worker's findings from the beginning of a file. */
export interface DetectedFile extends ChosenHow {
  readonly format: StatementFormat;
  /** The orders in which the dates of a QIF file are days. */
  readonly dateOrders: readonly FileQifReading['date_order'][];
  /** Names the layout of a CSV file, and the way in which a QIF file is written. */
  readonly shape: string | null;
  /** The first rows of a CSV file. */
  readonly sample: readonly (readonly string[])[];
}

/** An entry that was read, or the reason why it was not. */
export interface ReadEntry {
  readonly kind: 'new' | 'left_out' | 'unreadable';
  /** The index of its account among those of the file. */
  readonly account: number;
  readonly day: string;
  readonly line: number;
  readonly reason: string | null;
  /** JSON of a `FileEntry`; null where it could not be read. */
  readonly entry: string | null;
  readonly bankId: string | null;
  /** After the entry, as the file states it, or as it follows from its statement. */
  readonly balance: string | null;
}

/** An entry as it is stored until the import is applied. */
export interface FileEntry {
  readonly bankId: string | null;
  readonly document: Readonly<Record<string, unknown>>;
}

/** A message of the service to the worker. */
export type ToWorker =
  | { readonly kind: 'begin'; readonly fileName: string; readonly how: FileHow }
  | { readonly kind: 'piece'; readonly bytes: Uint8Array | null }
  | { readonly kind: 'known'; readonly how: KnownHow | null }
  | { readonly kind: 'stored' };

/** A message of the worker; it waits for the answer to each of the first four. */
export type FromWorker =
  | { readonly kind: 'pull' }
  | { readonly kind: 'detected'; readonly detected: DetectedFile }
  | { readonly kind: 'chosen'; readonly how: ChosenHow }
  | { readonly kind: 'entries'; readonly entries: readonly ReadEntry[] }
  | {
      readonly kind: 'end';
      readonly accounts: readonly ParsedAccount[];
      readonly sample: DetectedFile['sample'];
      readonly digest: string;
    }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly error: string };

/** A reading as the formats take it. */
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

/** A reading as the interface shows it. */
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
