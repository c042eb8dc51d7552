import { isDay, isDecimal, DAY_MS, utcDay } from '@tributary/money';
import { isDeepStrictEqual } from 'node:util';
import { TransferContent } from '../../transfer-content';
import { BalanceSnapshot, ChangedRow, HeldContent, UnmappableTransactionError } from '../../destination.port';
import { exactNumber } from '../../mapping/exact-number';
import { FieldChange, fieldChanges, FieldGroups } from '../../mapping/field-changes';
import { shortenedText } from '../../mapping/shortened-text';

/** The column by which rows are found. */
export const KEY_COLUMN = 'Transaction ID';
/** The columns of a new sheet of transactions. */
export const COLUMNS: readonly string[] = [
  KEY_COLUMN,
  'Date',
  'Amount',
  'Currency',
  'Payee',
  'Description',
  'Status',
];

/** Columns that a sheet gets with the first transaction that has a note or tags. */
const NOTE_COLUMN = 'Note';
const TAGS_COLUMN = 'Tags';

const CHARS_MAX = 50_000;
/** Day 0 of a spreadsheet's dates. */
const EPOCH_MS = Date.UTC(1899, 11, 30);
const BOOKED = 'booked';
const PENDING = 'pending';

/** The content of a cell. A `formulaValue` is only read; texts are always written as `stringValue`. */
export interface CellValue {
  readonly stringValue?: string;
  readonly numberValue?: number;
  readonly boolValue?: boolean;
  readonly formulaValue?: string;
}

export interface CellData {
  readonly userEnteredValue?: CellValue;
  readonly userEnteredFormat?: { readonly numberFormat: { readonly type: string; readonly pattern: string } };
}

/** Cells by the names of their columns. */
export type RowCells = ReadonlyMap<string, CellData>;

/**
 * Maps the transaction to cells, without its key; values that rules set for a column win.
 * @throws UnmappableTransactionError
 */
export function toCells(content: TransferContent): RowCells {
  if (content.date === null) throw new UnmappableTransactionError('The transaction has no date.');
  const cells = new Map<string, CellData>([
    ['Date', dateCell(content.date)],
    ['Amount', amountCell(content.amount)],
    ['Currency', textCell(content.currency)],
    ['Payee', textCell(content.payee)],
    ['Description', textCell(content.description)],
    ['Status', textCell(content.booked ? BOOKED : PENDING)],
  ]);
  if (content.note !== undefined) cells.set(NOTE_COLUMN, textCell(content.note));
  if (content.tags !== undefined) cells.set(TAGS_COLUMN, textCell(content.tags.join(', ')));
  for (const [field, value] of Object.entries(content.fields)) {
    const column = columnOf(field);
    if (column === KEY_COLUMN) {
      throw new UnmappableTransactionError(
        `A rule cannot set the column "${KEY_COLUMN}": rows are found by it.`,
      );
    }
    cells.set(column, column === 'Amount' && isDecimal(value) ? amountCell(value) : textCell(value));
  }
  return cells;
}

/** A balance as cells, without its key. */
export function toBalanceCells(
  { date, currency, cleared, available }: BalanceSnapshot,
  account: string,
): RowCells {
  return new Map([
    ['Date', dateCell(date)],
    ['Account', textCell(account)],
    ['Currency', textCell(currency)],
    ['Balance', amountCell(cleared)],
    ['Available', available === null ? {} : amountCell(available)],
  ]);
}

/** The columns of each group of fields. */
const COLUMNS_OF: FieldGroups<string> = {
  status: ['Date', 'Status'],
  payee: ['Payee'],
  description: ['Description'],
  amount: ['Amount', 'Currency'],
  category: [],
};

/** The cells that the change writes. */
export function changedCells(change: Pick<ChangedRow, 'sent' | 'wanted' | 'leave'>): FieldChange<CellData>[] {
  return fieldChanges(change, { toFields: toCells, groups: COLUMNS_OF, empty: {}, same: sameCell });
}

export function sameCell(a: CellData, b: CellData): boolean {
  return isDeepStrictEqual(a.userEnteredValue ?? {}, b.userEnteredValue ?? {});
}

/** Reads a row's content; `cell` returns null for a column that the sheet does not have. */
export function heldContent(cell: (column: string) => CellData | null): HeldContent {
  const status = textIn(cell('Status'));
  return {
    date: dateIn(cell('Date')),
    amount: textIn(cell('Amount')),
    cleared: status === BOOKED ? true : status === PENDING ? false : null,
    payee: textIn(cell('Payee')),
    description: textIn(cell('Description')),
  };
}

/** Returns the transaction as it reads when it is found. @throws UnmappableTransactionError */
export function expectedContent(content: TransferContent): HeldContent {
  const cells = toCells(content);
  return heldContent((column) => cells.get(column) ?? {});
}

export function textCell(text: string): CellData {
  const shortened = shortenedText(text, CHARS_MAX);
  return shortened === '' ? {} : { userEnteredValue: { stringValue: shortened } };
}

/** The text of a cell; empty for an empty cell, null if the column does not exist. */
export function textIn(cell: CellData | null): string | null {
  if (cell === null) return null;
  const { stringValue, numberValue, boolValue, formulaValue } = cell.userEnteredValue ?? {};
  return stringValue ?? formulaValue ?? String(numberValue ?? boolValue ?? '');
}

/** Normalizes a column name: case and surrounding spaces do not matter. */
export function sameColumn(name: string): string {
  return name.trim().toLowerCase();
}

function columnOf(field: string): string {
  return (
    [...COLUMNS, NOTE_COLUMN, TAGS_COLUMN].find((column) => sameColumn(column) === sameColumn(field)) ??
    field.trim()
  );
}

/** A number, so that the sheet can add it up; a text if a number would lose digits. */
function amountCell(amount: string): CellData {
  const number = exactNumber(amount);
  if (number === null) return textCell(amount);
  const digits = amount.split('.')[1]?.length ?? 0;
  const pattern = digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}`;
  return {
    userEnteredValue: { numberValue: number },
    userEnteredFormat: { numberFormat: { type: 'NUMBER', pattern } },
  };
}

/** A real date, so that sorting and grouping by month work in any language of the spreadsheet. */
function dateCell(date: string): CellData {
  if (!isDay(date)) throw new UnmappableTransactionError('The date of the transaction is not one.');
  return {
    userEnteredValue: { numberValue: (Date.parse(date) - EPOCH_MS) / DAY_MS },
    userEnteredFormat: { numberFormat: { type: 'DATE', pattern: 'yyyy-mm-dd' } },
  };
}

function dateIn(cell: CellData | null): string | null {
  const days = cell?.userEnteredValue?.numberValue;
  if (days === undefined || !Number.isInteger(days) || Math.abs(days) > 3_000_000) return textIn(cell);
  return utcDay(EPOCH_MS + days * DAY_MS);
}
