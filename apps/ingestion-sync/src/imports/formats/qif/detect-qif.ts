import { DecimalMark, decimalMarkOf } from '../values/amounts';
import { dateOrderOf, possibleOrders, ReadOrder } from '../values/date-order';
import { STATEMENT_LIMITS } from '../limits';
import { DetectedQif } from '../statement';
import { QifEntry } from './qif-entry';
import { QifRecords } from './qif-records';

/** Detects the order of day and month in a QIF file by the entries at its beginning. */
export function detectQif(head: string): DetectedQif {
  const entries: QifEntry[] = [];
  const records = new QifRecords({
    entry: (entry) => {
      if (entries.length < STATEMENT_LIMITS.sampledEntries) entries.push(entry);
    },
    unreadable: () => undefined,
  });
  // Reads only complete entries, because the last one may be cut within its date.
  records.read(head.slice(0, head.lastIndexOf('\n^') + 2) + '\n');
  if (entries.length === 0) {
    records.read(head);
    records.end();
  }
  const [first] = entries;
  const { order, isSure } = orderIn(entries);
  return {
    dateOrder: order,
    isSure,
    possibleOrders: possibleOrders(datesOf(entries)),
    style: JSON.stringify([first?.accountKey ?? '', styleOf(first?.fields.get('D') ?? '')]),
  };
}

/**
 * Returns the order. Quicken is American, but files with points or dashes between the numbers come from other programs.
 */
export function orderIn(entries: readonly QifEntry[]): ReadOrder {
  const dates = datesOf(entries);
  const isOfPoints = dates.length > 0 && dates.every((text) => /^\s*\d{1,2}\s*\./.test(text));
  const read = dateOrderOf(dates, dates.some((text) => text.includes('/')) ? 'MDY' : 'DMY');
  return isOfPoints ? { ...read, isSure: true } : read;
}

export function decimalMarkIn(entries: readonly QifEntry[]): DecimalMark {
  const marks = entries.map(({ fields }) => decimalMarkOf(fields.get('T') ?? ''));
  const commas = marks.filter((mark) => mark === ',').length;
  const points = marks.filter((mark) => mark === '.').length;
  return commas > points ? ',' : '.';
}

function datesOf(entries: readonly QifEntry[]): string[] {
  return entries.flatMap(({ fields }) => fields.get('D') ?? []);
}

/** Returns the format in which a program writes dates: `01/02/2026` and `1/2'26` come from two programs. */
function styleOf(date: string): string {
  return date.slice(0, 20).replace(/\d+/g, (digits) => (digits.length === 4 ? 'yyyy' : 'n'));
}
