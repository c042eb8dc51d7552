import { isOutflow } from '@tributary/money';
import { unlessEmpty } from '../../../providers/mapping/json-fields';
import { DecimalMark, readAmount } from '../values/amounts';
import { DateOrder, readDay } from '../values/days';
import { counterpartyFields, fieldText, joined } from '../fields';
import { NO_CURRENCY, StatementEntry } from '../statement';
import { EntryUnreadable } from '../statement-problem';

/** One part of a split entry. */
interface Split {
  category: string;
  memo: string;
  amount: string;
}

/** The lines of an entry. */
export interface QifEntry {
  readonly accountKey: string;
  readonly line: number;
  /** The first line of each letter. */
  readonly fields: Map<string, string>;
  readonly splits: Split[];
  /** Why the entry is unreadable, if that is known before its end. */
  problem: string | null;
}

/** The formats of dates and amounts in the whole file. */
export interface QifReading {
  readonly dateOrder: DateOrder;
  readonly decimalMark: DecimalMark;
}

/**
 * Adds a line to the entry.
 * @throws EntryUnreadable
 */
export function addLine(entry: QifEntry, letter: string, text: string): void {
  const split = entry.splits.at(-1);
  if (letter === 'S') entry.splits.push({ category: text, memo: '', amount: '' });
  else if (letter === 'E' && split !== undefined) split.memo = text;
  else if (letter === '$' && split !== undefined) split.amount = text;
  else if (!entry.fields.has(letter)) entry.fields.set(letter, text);
}

/**
 * Converts the entry.
 * @throws EntryUnreadable
 */
export function fromQif(entry: QifEntry, reading: QifReading): StatementEntry {
  if (entry.problem !== null) throw new EntryUnreadable(entry.problem);
  const field = (letter: string): string | undefined => entry.fields.get(letter);
  const amount = readAmount(field('T') ?? field('U') ?? '', reading.decimalMark);
  const day = readDay(field('D') ?? '', reading.dateOrder);
  const memos = entry.splits.map(({ memo }) => memo);
  return {
    accountKey: entry.accountKey,
    line: entry.line,
    booked: true,
    bankId: null,
    document: {
      amount,
      currency: NO_CURRENCY,
      booked: true,
      booking_date: day,
      booking_datetime: '',
      value_date: null,
      value_datetime: '',
      ...counterpartyFields(isOutflow(amount), { name: field('P') }),
      remittance_information: unlessEmpty({ unstructured: joined([field('M'), ...memos]) }),
      additional_information: joined([field('L'), ...entry.splits.map(splitText)]),
      external_identifiers: unlessEmpty({ check_id: fieldText(field('N')) }),
    },
  };
}

function splitText({ category, memo, amount }: Split): string {
  return [category, memo, amount].filter((text) => text !== '').join(' ');
}
