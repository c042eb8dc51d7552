import { AMOUNT_PATTERN } from '@tributary/contracts';
import { FILTER_LENGTH_MAX, FILTER_VALUES_MAX, FilterKind, NO_ID, WORDS_MAX } from './list-definition';
import { isDay } from '@tributary/money';
import { readFlag } from '../validation/decorators/flag';
import { isMoment, utcMicroseconds } from '../validation/decorators/moment';

/** The meaning of a filter's text, or why it is invalid. */
export type FilterValues = { readonly values: readonly string[] } | { readonly problem: string };

/** Reads the text of a filter by its kind. An empty value is an error, never "all". */
export function filterValues(filter: FilterKind, text: string): FilterValues {
  if (text.length > FILTER_LENGTH_MAX)
    return { problem: `must have at most ${FILTER_LENGTH_MAX} characters` };
  const values = filter.kind === 'words' ? [text.trim()] : separatedValues(text);
  if (values.length > FILTER_VALUES_MAX) return { problem: `must have at most ${FILTER_VALUES_MAX} values` };
  if (values.some((value) => value === '')) return { problem: 'must not be empty' };
  if (values.some((value) => value.includes('\0'))) return { problem: 'must not contain a null character' };
  return checkedByKind(filter, values);
}

function checkedByKind(filter: FilterKind, values: readonly string[]): FilterValues {
  switch (filter.kind) {
    case 'exact':
    case 'contains':
      return { values };
    case 'words':
      return all(
        values,
        (value) => value.split(/\s+/).length <= WORDS_MAX,
        `must have at most ${WORDS_MAX} words`,
      );
    case 'id':
      return all(values, isId, 'must be an id: a whole number above 0');
    case 'idOrNone':
      return all(
        values,
        (value) => value === NO_ID || isId(value),
        `must be an id, a whole number above 0, or ${NO_ID}`,
      );
    case 'date':
      if (values.length > 1) return { problem: 'takes one date' };
      return all(values, isDay, 'must be a date like 2026-03-31');
    case 'moment':
      if (values.length > 1) return { problem: 'takes one time' };
      if (!values.every(isMoment)) return { problem: 'must be a time like 2026-03-31T12:00:00Z' };
      return { values: values.map(utcMicroseconds) };
    case 'amount':
      if (values.length > 1) return { problem: 'takes one amount' };
      return all(values, isAmount, 'must be an amount like -12.50');
    case 'currency':
      return all(values, (value) => /^[A-Z]{3}$/.test(value), 'must be a currency code like EUR');
    case 'flag':
      return flags(values);
    case 'oneOf':
      return all(
        values,
        (value) => filter.values.includes(value),
        `must be one of ${filter.values.join(', ')}`,
      );
  }
}

function all(values: readonly string[], fits: (value: string) => boolean, problem: string): FilterValues {
  return values.every(fits) ? { values } : { problem };
}

function flags(values: readonly string[]): FilterValues {
  const read = values.map(readFlag);
  if (read.some((value) => typeof value !== 'boolean')) return { problem: 'must be true or false' };
  return { values: read.map(String) };
}

function isAmount(value: string): boolean {
  return new RegExp(AMOUNT_PATTERN).test(value);
}

function isId(value: string): boolean {
  return /^[1-9]\d{0,15}$/.test(value) && Number.isSafeInteger(Number(value));
}

/** The values of a comma-separated list; `\,` is a comma that belongs to a value, `\\` a backslash. */
function separatedValues(text: string): string[] {
  const values = [''];
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index);
    const next = text.charAt(index + 1);
    if (character === ',') values.push('');
    else if (character === '\\' && (next === ',' || next === '\\')) {
      values[values.length - 1] += next;
      index += 1;
    } else values[values.length - 1] += character;
  }
  return values.map((value) => value.trim());
}
