import { absoluteDecimal, addDecimals, Decimal, negateDecimal } from '@tributary/money';
import { currencyOf, unlessEmpty } from '../../../providers/json-fields';
import { DecimalMark, inCurrency, readAmount } from '../amounts';
import { dayOf, readDay } from '../days';
import { counterpartyFields, fieldText, idOf, joined } from '../fields';
import { CsvColumn, CsvReading, NO_CURRENCY, StatementEntry } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { cellText } from './csv-rows';

const PENDING =
  /pending|vorgemerkt|pendiente|en attente|in attesa|pendente|oczekuj|reserv|authori[sz]|on hold|ceka/i;
const NEVER_BOOKED = /revert|declin|fail|cancel|reject|storniert|abgelehnt|refused|odrzuc|annul|zamitnut/i;
const OUT = /^(af|d|s|dr|db|dbit|debit|debet|debito|debito|soll|uit|out|belastung|lastschrift|ausgang|-)$/i;
const IN = /^(bij|c|h|cr|crdt|credit|credito|haben|in|gutschrift|eingang|\+)$/i;

/** Whether the text is a word or letter that says which way an amount went. */
export function isDirection(text: string): boolean {
  return OUT.test(text) || IN.test(text);
}

/** Where each kind of cell is in a row. */
export type ColumnIndexes = ReadonlyMap<CsvColumn, readonly number[]>;

export function columnIndexes(columns: CsvReading['columns']): ColumnIndexes {
  const indexes = new Map<CsvColumn, number[]>();
  columns.forEach((column, index) => {
    if (column !== null) indexes.set(column, [...(indexes.get(column) ?? []), index]);
  });
  return indexes;
}

/** One row, with its cells by what they have. */
export class CsvRow {
  constructor(
    private readonly cells: readonly string[],
    private readonly indexes: ColumnIndexes,
  ) {}

  /** The first of these cells that has something, or nothing. */
  text(column: CsvColumn): string {
    for (const index of this.indexes.get(column) ?? []) {
      const text = cellText(this.cells[index]);
      if (text !== '') return text;
    }
    return '';
  }

  texts(column: CsvColumn): string[] {
    return (this.indexes.get(column) ?? []).map((index) => cellText(this.cells[index]));
  }
}

/** How the rows of one file are read. */
export interface RowReading {
  readonly decimalMark: DecimalMark;
  readonly dateOrder: CsvReading['dateOrder'];
  /** Of amounts in rows that state none. */
  readonly currency: string | null;
}

/** @throws EntryUnreadable */
export function entryOf(row: CsvRow, how: RowReading, accountKey: string, line: number): StatementEntry {
  const status = row.text('status');
  if (NEVER_BOOKED.test(status)) throw new EntryUnreadable('The row says that this was never booked.');
  const booked = !PENDING.test(status);
  const currency = currencyOf(row.text('currency').toUpperCase()) ?? how.currency ?? NO_CURRENCY;
  const amount = inCurrency(amountOf(row, how.decimalMark), currency);
  const [bookingText, valueText] = [row.text('booking_date'), row.text('value_date')];
  const valueDate = dayOf(valueText, how.dateOrder);
  const bookingDate =
    bookingText === '' && valueDate !== null ? valueDate : readDay(bookingText, how.dateOrder);
  const bankId = booked ? idOf(row.text('bank_id')) : null;
  const outflow = amount.startsWith('-');
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
        name: (outflow ? '' : row.text('payer')) || row.text('payee') || (outflow ? '' : row.text('payer')),
        account: row.text('counterparty_account'),
      }),
      remittance_information: unlessEmpty({ unstructured: joined(row.texts('description')) }),
      balance_after_transaction: balanceOf(row.text('balance'), how.decimalMark, currency),
      external_identifiers: unlessEmpty({
        institution_transaction_id: bankId ?? undefined,
        entry_reference: fieldText(row.text('reference')),
      }),
    },
  };
}

function amountOf(row: CsvRow, mark: DecimalMark): Decimal {
  const text = row.text('amount');
  if (text !== '') return directed(readAmount(text, mark), row.text('direction'));
  const debit = row.text('debit');
  const credit = row.text('credit');
  if (debit === '' && credit === '') throw new EntryUnreadable('The row has no amount.');
  const out = debit === '' ? null : negateDecimal(absoluteDecimal(readAmount(debit, mark)));
  const in_ = credit === '' ? null : absoluteDecimal(readAmount(credit, mark));
  if (out === null || in_ === null) return in_ ?? out ?? '0';
  return addDecimals(out, in_);
}

/** An amount whose direction is a word of its own has no sign, or one that says the same. */
function directed(amount: Decimal, direction: string): Decimal {
  if (direction === '') return amount;
  if (OUT.test(direction)) return negateDecimal(absoluteDecimal(amount));
  if (IN.test(direction)) return absoluteDecimal(amount);
  throw new EntryUnreadable('The row does not say whether the amount came in or went out.');
}

/** Informative: a balance that cannot be read costs nothing but itself. */
function balanceOf(text: string, mark: DecimalMark, currency: string): string | undefined {
  if (text === '') return undefined;
  try {
    return inCurrency(readAmount(text, mark), currency);
  } catch (error) {
    if (error instanceof EntryUnreadable) return undefined;
    throw error;
  }
}
