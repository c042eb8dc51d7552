import { absoluteDecimal, addDecimals, Decimal, isOutflow, isZero, negateDecimal } from '@tributary/money';
import { currencyOf, unlessEmpty } from '../../../providers/mapping/json-fields';
import { DecimalMark, inCurrency, readAmount } from '../values/amounts';
import { isCurrencyCode } from '../values/currency-marks';
import { dayOf, readDay } from '../values/days';
import { counterpartyFields, fieldText, idOf, joined } from '../fields';
import { CsvColumn, CsvReading, NO_CURRENCY, StatementEntry } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { cellText } from './csv-rows';
import { Period, withYear } from './days-without-years';
import { NEVER_BOOKED, RowLeftOut, whyNoEntry, whyNoMovement } from './left-out-rows';
import { directionOf } from './names/direction-words';
import { statusOf } from './names/status-words';

const TEXTS: readonly CsvColumn[] = ['description', 'payee', 'payment_kind'];

/** The positions of each kind of cell in a row. */
export type ColumnIndexes = ReadonlyMap<CsvColumn, readonly number[]>;

export function columnIndexes(columns: CsvReading['columns']): ColumnIndexes {
  const indexes = new Map<CsvColumn, number[]>();
  columns.forEach((column, index) => {
    if (column !== null) indexes.set(column, [...(indexes.get(column) ?? []), index]);
  });
  return indexes;
}

/** One row, with its cells by kind. */
export class CsvRow {
  constructor(
    readonly cells: readonly string[],
    private readonly indexes: ColumnIndexes,
  ) {}

  /** Returns the first of these cells that is not empty, or an empty text. */
  text(column: CsvColumn): string {
    const indexes = this.indexes.get(column);
    if (indexes === undefined) return '';
    for (const index of indexes) {
      const text = withoutEntities(cellText(this.cells[index]));
      if (text !== '') return text;
    }
    return '';
  }

  texts(column: CsvColumn): string[] {
    return (this.indexes.get(column) ?? []).map((index) => withoutEntities(cellText(this.cells[index])));
  }

  has(column: CsvColumn): boolean {
    return this.indexes.has(column);
  }
}

/** The options for reading the rows of one file. */
export interface RowReading {
  readonly decimalMark: DecimalMark;
  readonly dateOrder: CsvReading['dateOrder'];
  readonly turnSigns: boolean;
  readonly noMovementWords: readonly string[];
  /** The currency of rows that state none. */
  readonly currency: string | null;
  /** The period for days without a year. */
  readonly period: Period | null;
}

export function rowReading(reading: CsvReading, currency: string | null): RowReading {
  const { decimalMark, dateOrder, turnSigns, noMovementWords } = reading;
  return { decimalMark, dateOrder, turnSigns, noMovementWords, currency, period: null };
}

/** Returns whether the running balance shows that the row moved money; null if it does not show it. */
export type HasMoved = (amount: Decimal, currency: string) => boolean | null;

/**
 * Reads a row.
 * @throws EntryUnreadable
 * @throws RowLeftOut if the row is no movement
 */
export function entryOf(
  row: CsvRow,
  reading: RowReading,
  accountKey: string,
  line: number,
  hasMoved: HasMoved = () => null,
): StatementEntry {
  const status = statusOf(row.text('status'), reading.noMovementWords);
  if (status === 'NO_MOVEMENT') throw new RowLeftOut(NEVER_BOOKED);
  try {
    return bookedEntry(row, reading, { accountKey, line, booked: status !== 'PENDING', hasMoved });
  } catch (error) {
    const reason = error instanceof EntryUnreadable ? whyNoEntry(rowTexts(row)) : null;
    throw reason === null ? error : new RowLeftOut(reason);
  }
}

interface EntryContext {
  readonly accountKey: string;
  readonly line: number;
  readonly booked: boolean;
  readonly hasMoved: HasMoved;
}

function bookedEntry(
  row: CsvRow,
  reading: RowReading,
  { accountKey, line, booked, hasMoved }: EntryContext,
): StatementEntry {
  const currency = currencyIn(row) ?? reading.currency ?? NO_CURRENCY;
  const amount = inCurrency(amountOf(row, reading), currency);
  const [bookingText, valueText] = (['booking_date', 'value_date'] as const).map((column) =>
    withYear(row.text(column), reading.period, reading.dateOrder),
  ) as [string, string];
  const valueDate = dayOf(valueText, reading.dateOrder);
  const bookingDate =
    bookingText === '' && valueDate !== null ? valueDate : readDay(bookingText, reading.dateOrder);
  const descriptions = row.texts('description');
  const payee = row.text('payee');
  const noMovement = whyNoMovement(payee, descriptions);
  if (noMovement !== null && hasMoved(amount, currency) !== true) throw new RowLeftOut(noMovement);
  const bankId = booked ? idOf(row.text('bank_id')) : null;
  const outflow = isOutflow(amount);
  return {
    accountKey,
    line,
    booked,
    bankId,
    document: {
      amount,
      currency,
      booked,
      booking_date: booked ? bookingDate : null,
      booking_datetime: '',
      value_date: booked ? valueDate : (valueDate ?? bookingDate),
      value_datetime: '',
      ...counterpartyFields(outflow, {
        name: (outflow ? '' : row.text('payer')) || payee || (outflow ? '' : row.text('payer')),
        account: row.text('counterparty_account'),
      }),
      remittance_information: unlessEmpty({ unstructured: descriptionOf(row, descriptions, payee) }),
      balance_after_transaction: balanceOf(row.text('balance'), reading.decimalMark, currency),
      ...includedFee(row),
      external_identifiers: unlessEmpty({
        institution_transaction_id: bankId ?? undefined,
        entry_reference: fieldText(row.text('reference')),
      }),
    },
  };
}

/**
 * Returns the fee of a row as a separate entry; null if it has none. The row's amount does not contain the fee.
 * @throws EntryUnreadable
 */
export function feeEntryOf(row: CsvRow, reading: RowReading, entry: StatementEntry): StatementEntry | null {
  if (!row.has('fee')) return null;
  const text = row.text('fee');
  const fee = text === '' ? '0' : absoluteDecimal(readAmount(text, reading.decimalMark));
  if (isZero(fee)) return null;
  const { document, bankId } = entry;
  const other =
    document.creditor?.name ?? document.debtor?.name ?? document.remittance_information?.unstructured;
  const feeId = bankId === null ? null : `${bankId} fee`;
  return {
    ...entry,
    bankId: feeId,
    document: {
      ...document,
      amount: inCurrency(negateDecimal(fee), document.currency),
      creditor: undefined,
      debtor: undefined,
      remittance_information: { unstructured: other === undefined ? 'Fee' : `Fee: ${other}` },
      balance_after_transaction: undefined,
      external_identifiers: unlessEmpty({
        institution_transaction_id: feeId ?? undefined,
        entry_reference: document.external_identifiers?.entry_reference,
      }),
    },
  };
}

/** Returns the currency in a cell of its own or beside the amount. */
export function currencyIn(row: CsvRow): string | undefined {
  const own = row.text('currency');
  if (own !== '') return currencyOf(own.toUpperCase());
  if (row.has('currency')) return undefined;
  const amount = row.text('amount') || row.text('debit') || row.text('credit');
  if (!/[A-Z]{3}/.test(amount)) return undefined;
  const beside = /(?<!\p{L})[A-Z]{3}(?!\p{L})/u.exec(amount)?.[0];
  return beside !== undefined && isCurrencyCode(beside) ? currencyOf(beside) : undefined;
}

/** Joins the distinct texts of the cells; adds all kinds of payment if the texts are too short. */
function descriptionOf(row: CsvRow, descriptions: readonly string[], payee: string): string | undefined {
  const texts = joined(descriptions.length < 2 ? descriptions : [...new Set(descriptions)]);
  const isNameless = payee === '' && row.has('payee') && row.text('payer') === '';
  return texts === undefined || isNameless
    ? joined([...new Set([texts ?? '', ...row.texts('payment_kind')])])
    : texts;
}

function amountOf(row: CsvRow, reading: RowReading): Decimal {
  const amount = movedAmount(row, reading.decimalMark);
  return withFee(reading.turnSigns ? negateDecimal(amount) : amount, row, reading.decimalMark);
}

function movedAmount(row: CsvRow, mark: DecimalMark): Decimal {
  const text = row.text('amount');
  const amount = text === '' ? null : directed(readAmount(text, mark), row.text('direction'));
  if (amount !== null && !isZero(amount)) return amount;
  const [debit, credit] = [row.text('debit'), row.text('credit')];
  const out = debit === '' ? null : negateDecimal(readAmount(debit, mark));
  const in_ = credit === '' ? null : readAmount(credit, mark);
  if (out !== null && in_ !== null) return addDecimals(out, in_);
  const found = in_ ?? out ?? amount;
  if (found === null) throw new EntryUnreadable('The row has no amount.');
  return found;
}

function withFee(amount: Decimal, row: CsvRow, mark: DecimalMark): Decimal {
  const [off, added] = [row.text('fee_in_amount'), row.text('signed_fee_in_amount')];
  if (off === '' && added === '') return amount;
  const parts = [
    ...(off === '' ? [] : [negateDecimal(readAmount(off, mark))]),
    ...(added === '' ? [] : [readAmount(added, mark)]),
  ].filter((fee) => !isZero(fee));
  return parts.reduce((sum, part) => addDecimals(sum, part), amount);
}

function includedFee(row: CsvRow): { additional_information?: string } {
  if (!row.has('fee_included')) return {};
  const fee = fieldText(row.text('fee_included'));
  return fee === undefined || !/[1-9]/.test(fee) ? {} : { additional_information: `Fee: ${fee}` };
}

/** Returns the amount with the sign of a direction word; the amount has no sign, or the same one. */
function directed(amount: Decimal, direction: string): Decimal {
  if (direction === '') return amount;
  switch (directionOf(direction)) {
    case 'OUT':
      return negateDecimal(absoluteDecimal(amount));
    case 'IN':
      return absoluteDecimal(amount);
    case null:
      throw new EntryUnreadable('The row does not say whether the amount came in or went out.');
  }
}

/** Returns the balance, or nothing if it is unreadable: it is only informative, so the row is read nevertheless. */
export function balanceOf(text: string, mark: DecimalMark, currency: string): string | undefined {
  if (text === '') return undefined;
  try {
    return inCurrency(readAmount(text, mark), currency);
  } catch (error) {
    if (error instanceof EntryUnreadable) return undefined;
    throw error;
  }
}

function rowTexts(row: CsvRow): Parameters<typeof whyNoEntry>[0] {
  return {
    dates: [row.text('booking_date'), row.text('value_date')],
    amounts: [row.text('amount'), row.text('debit'), row.text('credit')],
    payee: row.text('payee'),
    descriptions: row.texts('description'),
    cells: row.cells.map(cellText),
  };
}

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp));/gi;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};
const CODE_POINT_MAX = 0x10ffff;

/** Decodes entities as in `Tom &amp; Jerry` and `Caf&#233;`. */
function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? whole;
    const code = decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal);
    return code > 31 && code <= CODE_POINT_MAX ? String.fromCodePoint(code) : whole;
  });
}

/**
 * Returns the entry with the text of the next row, if that row has only texts in the columns of texts: banks continue
 * long texts there. Returns null otherwise.
 */
export function withSecondLine(
  entry: StatementEntry,
  cells: readonly string[],
  indexes: ColumnIndexes,
): StatementEntry | null {
  const texts = new Set(TEXTS.flatMap((column) => indexes.get(column) ?? []));
  const isText = cells.every((cell, index) => cell.trim() === '' || texts.has(index));
  if (!isText || texts.has(0)) return null;
  const { remittance_information: information } = entry.document;
  const unstructured = joined([information?.unstructured, ...cells.map(cellText)]);
  return {
    ...entry,
    document: { ...entry.document, remittance_information: unlessEmpty({ ...information, unstructured }) },
  };
}
