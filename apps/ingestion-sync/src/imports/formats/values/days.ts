import { dayIn } from '../../../providers/mapping/days';
import { eraStart, isWeekday, monthNamed } from './calendar-names';
import { EntryUnreadable } from '../statement-problem';
import { withPlainDigits } from '../text/native-digits';

export type DateOrder = 'YMD' | 'DMY' | 'MDY';

const DATE_CHARS_MAX = 48;
const THIS_CENTURY_BELOW = 70;
/** The year before Minguo 1: without a named era, Taiwan's years have three digits. */
const MINGUO_START = 1911;

/** The three numbers of a date in written order, and whether the month is a name. */
interface DateParts {
  readonly parts: readonly [string, string, string];
  readonly namedMonth: boolean;
}

/**
 * Parses a day such as `31.12.2026`, `12/31'26`, `2026-12-31T10:00:00`, `20261231`, `Tuesday, 23 June 2026`,
 * `2026年3月2日` or `令和8年3月2日`.
 * @throws EntryUnreadable if the day does not exist, or is before 1970 or after 2100
 */
export function readDay(text: string, order: DateOrder): string {
  const day = dayOf(text, order);
  if (day === null) throw new EntryUnreadable('The date is not a day that exists.');
  return day;
}

/** Parses a day like `readDay`; returns null if the text is none. */
export function dayOf(text: string, order: DateOrder): string | null {
  const read = partsOf(text);
  if (read === null) return null;
  const [a, b, c] = read.parts;
  if (a.length > 2) return isoDay(a, b, c);
  if (read.namedMonth || order === 'DMY') return isoDay(c, b, a);
  return order === 'MDY' ? isoDay(c, a, b) : isoDay(a, b, c);
}

/** Returns the orders in which the text is an existing day; all of them if the month is a name. */
export function ordersOf(text: string): DateOrder[] {
  const read = partsOf(text);
  if (read === null) return [];
  const [a, , c] = read.parts;
  if (a.length > 2) return isoDay(...read.parts) === null ? [] : ['YMD'];
  const shortYear = c.length < 4 || read.namedMonth;
  const orders: DateOrder[] = shortYear ? ['DMY', 'MDY', 'YMD'] : ['DMY', 'MDY'];
  return orders.filter((order) => dayOf(text, order) !== null);
}

/** Returns whether the text is the same day in every order. */
export function isPlainDay(text: string): boolean {
  const read = partsOf(text);
  return read !== null && (read.namedMonth || read.parts[0].length > 2);
}

/** Returns the ISO day, or null if it does not exist. Years of two digits are from 1970 to 2069. */
export function isoDay(year: string, month: string, day: string): string | null {
  if (month.length > 2 || day.length > 2) return null;
  const full = String(fullYear(year)).padStart(4, '0');
  return dayIn(`${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);
}

function fullYear(year: string): number {
  const number = Number(year);
  if (year.length === 4) return number;
  if (year.length === 3) return MINGUO_START + number;
  return number + (number < THIS_CENTURY_BELOW ? 2000 : 1900);
}

const COMPACT = /^(\d{4})(\d{2})(\d{2})(?:$|[T\s.[]|\d{4}$|\d{6}(?:$|[\s.[]))/;
/** A numeric day, which a time may follow. Quicken writes `12/31'26`, and a blank instead of a zero. */
const PLAIN = /^(\d{1,4})\s*[-./]\s*(\d{1,2})\s*[-./'’]\s*(\d{1,4})(?=$|[T\s,.(])/;
const BLANK = /^(\d{1,4})\s+(\d{1,2})\s+(\d{2,4})$/;
/** Text that may follow a day: a full stop, or a time with its additions. */
const TIME_BEHIND = /^[T\s,./|-]*\(?(?:\p{L}{1,4}\.?\s*)?\d{1,2}[:.h時点]\s?\d{2}/u;

function partsOf(given: string): DateParts | null {
  if (given.length > DATE_CHARS_MAX) return null;
  const text = given.trim();
  return numericParts(text) ?? (/[^\d\s.:/-]/.test(text) ? wordyParts(text) : null);
}

function numericParts(text: string): DateParts | null {
  const compact = COMPACT.exec(text);
  if (compact) return numbered(compact);
  const plain = PLAIN.exec(text);
  if (plain) return mayFollowDay(text.slice(plain[0].length)) ? numbered(plain) : null;
  const blank = BLANK.exec(text);
  return blank && numbered(blank);
}

function mayFollowDay(rest: string): boolean {
  if (rest === '' || /^[\s.,]*$/.test(rest) || TIME_BEHIND.test(rest)) return true;
  const words = rest.match(/\p{L}+/gu) ?? [];
  return words.length > 0 && words.length <= 2 && !/\d/.test(rest) && words.every(isWeekday);
}

function numbered([, a = '', b = '', c = '']: RegExpExecArray): DateParts | null {
  // A year has two or four digits, except for Quicken's `' 6` for 2006 and Taiwan's 115 for 2026.
  if (c.length === 3 || (a.length > 2 && c.length > 2)) return null;
  if (a.length === 3 && !/^1\d\d$/.test(a)) return null;
  return { parts: [a, b, c], namedMonth: false };
}

const CJK_DAY =
  /^([\p{L}]{0,4})\s*(\d{1,4}|元)\s*[年년./-]\s*(\d{1,2})\s*[月월./-]\s*(\d{1,2})(?!\d)\s*[日일号號]?(.*)$/u;

/** Parses days with words (months, weekdays, eras) or with another script's digits. */
function wordyParts(text: string): DateParts | null {
  const plain = withPlainDigits(text).replace(/^['‘]/, '').trim();
  if (plain !== text) {
    const numeric = numericParts(plain);
    if (numeric !== null) return numeric;
  }
  const [begin = '', word = ''] = /^(\p{L}+)[.,]?\s+(?=\d)/u.exec(plain) ?? [];
  if (word !== '' && isWeekday(word)) return partsOf(plain.slice(begin.length));
  const cjk = CJK_DAY.exec(plain);
  return cjk ? eraParts(cjk) : namedParts(plain);
}

function eraParts([, era = '', year = '', month = '', day = '']: RegExpExecArray): DateParts | null {
  const start = eraStart(era.replace(/^中[華华]/, ''));
  if (era !== '' && start === undefined) return null;
  const full = start === undefined ? year : String(start + (year === '元' ? 1 : Number(year)));
  return full.length < 3 ? null : { parts: [full, month, day], namedMonth: false };
}

/** Words that belong to a date beside its month. */
const BETWEEN = new Set('de del di den d of the st nd rd th le el il г р г. года року kl a'.split(' '));
const TOKENS_MAX = 10;

function namedParts(text: string): DateParts | null {
  const dated = text.replace(/[\sT,]\(?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?!\d).*$/, '');
  const tokens = (dated.match(/\d+|\p{L}[\p{L}\p{M}]*/gu) ?? []).slice(0, TOKENS_MAX);
  const numbers: string[] = [];
  let [month, monthAt] = [0, -1];
  for (const token of tokens) {
    if (/^\d/.test(token)) numbers.push(token);
    else {
      const named = monthAt === -1 ? monthNamed(token) : undefined;
      if (named !== undefined) [month, monthAt] = [named, numbers.length];
      else if (!BETWEEN.has(token.toLowerCase()) && !isWeekday(token)) return null;
    }
  }
  const [first = '', second = '', third] = numbers;
  if (monthAt === -1 || monthAt > 1 || third !== undefined || second === '') return null;
  if (first.length === 4) return withMonth(second, month, first);
  return second.length === 4 || second.length === 2 ? withMonth(first, month, second) : null;
}

function withMonth(day: string, month: number, year: string): DateParts | null {
  if (day.length > 2) return null;
  return { parts: [day, String(month), year], namedMonth: true };
}
