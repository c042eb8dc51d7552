import { dateOf } from '../../providers/json-fields';
import { EntryUnreadable } from './statement-problem';

export type DateOrder = 'YMD' | 'DMY' | 'MDY';

const DATE_CHARS_MAX = 40;
const THIS_CENTURY_BELOW = 70;

/** Names of months begin with these, in the languages that banks write them in. */
const MONTHS: readonly RegExp[] = [
  /^(jan|ene|gen|sty|led|janv)/,
  /^(feb|fev|fév|lut|úno|uno)/,
  /^(mar|mär|mae|maa|mrz|mrt|bře)/,
  /^(apr|abr|avr|kwi|dub)/,
  /^(may|mai|mei|maj|mag|kvě)/,
  /^(jun|juin|giu|cze|červn|cerv)/,
  /^(jul|juil|lug|lip|červe)/,
  /^(aug|ago|aoû|aou|sie|srp)/,
  /^(sep|set|wrz|zář)/,
  /^(oct|okt|out|ott|paź|říj)/,
  /^(nov|lis)/,
  /^(dec|dez|dic|déc|gru|pro)/,
];

/** The three numbers of a date in the order in which they stand; months by name as such. */
interface DateParts {
  readonly parts: readonly [string, string, string];
  readonly namedMonth: boolean;
}

/**
 * Reads a day such as `31.12.2026`, `12/31'26`, `2026-12-31T10:00:00`, `20261231` or `31 Dec 2026`.
 * @throws EntryUnreadable where there is no such day
 */
export function readDay(text: string, order: DateOrder): string {
  const day = dayOf(text, order);
  if (day === null) throw new EntryUnreadable('The date is not a day that exists.');
  return day;
}

/** As `readDay`; null where the text is no day. */
export function dayOf(text: string, order: DateOrder): string | null {
  const read = partsOf(text);
  if (read === null) return null;
  const [a, b, c] = read.parts;
  if (a.length === 4) return isoDay(a, b, c);
  if (read.namedMonth || order === 'DMY') return isoDay(c, b, a);
  return order === 'MDY' ? isoDay(c, a, b) : isoDay(a, b, c);
}

/** The orders in which the text is a day that exists. */
export function ordersOf(text: string): DateOrder[] {
  const read = partsOf(text);
  if (read === null) return [];
  const [a, , c] = read.parts;
  if (a.length === 4) return dayOf(text, 'YMD') === null ? [] : ['YMD'];
  const orders: DateOrder[] = c.length === 4 ? ['DMY', 'MDY'] : ['DMY', 'MDY', 'YMD'];
  return orders.filter((order) => dayOf(text, order) !== null);
}

/** The ISO day, or null where there is none. Years of two digits are from 1970 to 2069. */
export function isoDay(year: string, month: string, day: string): string | null {
  if (month.length > 2 || day.length > 2) return null;
  const century = Number(year) < THIS_CENTURY_BELOW ? '20' : '19';
  const full = year.length === 4 ? year : `${century}${year.padStart(2, '0')}`;
  return dateOf(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

function partsOf(given: string): DateParts | null {
  if (given.length > DATE_CHARS_MAX) return null;
  const text = given.trim();
  const compact = /^(\d{4})(\d{2})(\d{2})(?:$|[T\d\s.[])/.exec(text);
  if (compact) return numbered(compact);
  // A time may follow. Quicken writes `12/31'26`, and blanks where a zero would be.
  const plain = /^(\d{1,4})\s*[-./]\s*(\d{1,2})\s*[-./'’]\s*(\d{1,4})\.?(?:$|[T\s,])/.exec(text);
  if (plain) return numbered(plain);
  const blank = /^(\d{1,4})\s+(\d{1,2})\s+(\d{2,4})$/.exec(text);
  if (blank) return numbered(blank);
  const named = /^(\d{1,2})[\s.-]*([\p{L}]{3,12})\.?[\s,'-]*(\d{4}|\d{2})(?:$|[T\s,])/u.exec(text);
  if (named) return withMonth(named[1], named[2], named[3]);
  const monthFirst = /^([\p{L}]{3,12})\.?\s+(\d{1,2}),?\s+(\d{4})(?:$|[T\s,])/u.exec(text);
  return monthFirst ? withMonth(monthFirst[2], monthFirst[1], monthFirst[3]) : null;
}

function numbered([, a = '', b = '', c = '']: RegExpExecArray): DateParts | null {
  // A year has two or four digits, but that Quicken writes 2006 as `' 6`.
  if (a.length === 3 || c.length === 3 || (a.length === 4 && c.length > 2)) return null;
  return { parts: [a, b, c], namedMonth: false };
}

function withMonth(day = '', name = '', year = ''): DateParts | null {
  const month = MONTHS.findIndex((pattern) => pattern.test(name.toLowerCase())) + 1;
  return month === 0 ? null : { parts: [day, String(month), year], namedMonth: true };
}
