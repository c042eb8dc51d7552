import type { CreatePageParameters, PageObjectResponse } from '@notionhq/client';
import { isDay } from '@tributary/money';
import { UnmappableTransactionError } from '../destination.port';
import { exactNumber } from '../mapping/exact-number';
import { shortenedText } from '../mapping/shortened-text';

/** A property of a data source. */
export interface Property {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

export type WrittenValues = NonNullable<CreatePageParameters['properties']>;
type WrittenValue = WrittenValues[string];
type ReadValue = PageObjectResponse['properties'][string];

/** Characters of one piece of text, and of a whole property. */
const PIECE_CHARS_MAX = 2000;
export const TEXT_CHARS_MAX = 20_000;
const OPTION_CHARS_MAX = 100;
const ADDRESS_CHARS_MAX = 2000;
const CONTACT_CHARS_MAX = 200;
const OPTIONS_MAX = 100;

/** Converts a text to the property's type; an empty text clears the property. @throws UnmappableTransactionError */
export function writtenValue({ name, type }: Property, text: string): WrittenValue {
  switch (type) {
    case 'title':
      return { title: pieces(text) };
    case 'rich_text':
      return { rich_text: pieces(text) };
    case 'number':
      return { number: numberIn(name, text) };
    case 'checkbox':
      return { checkbox: text === 'true' };
    case 'date':
      return { date: text === '' ? null : { start: dateIn(name, text) } };
    case 'select':
      return { select: text === '' ? null : { name: optionIn(name, text) } };
    case 'status':
      return { status: text === '' ? null : { name: optionIn(name, text) } };
    case 'multi_select':
      return { multi_select: optionsIn(name, text).map((option) => ({ name: option })) };
    case 'url':
      return { url: text === '' ? null : shortenedText(text, ADDRESS_CHARS_MAX) };
    case 'email':
      return { email: contactIn(name, text) };
    case 'phone_number':
      return { phone_number: contactIn(name, text) };
    default:
      throw new UnmappableTransactionError(
        `The property "${name}" is of type ${type}, which cannot be written to.`,
      );
  }
}

type Readers = { readonly [T in ReadValue['type']]?: (value: Extract<ReadValue, { type: T }>) => string };

const READERS: Readers = {
  title: ({ title }) => title.map(({ plain_text: text }) => text).join(''),
  rich_text: ({ rich_text: texts }) => texts.map(({ plain_text: text }) => text).join(''),
  number: ({ number }) => String(number ?? ''),
  checkbox: ({ checkbox }) => String(checkbox),
  date: ({ date }) => date?.start ?? '',
  select: ({ select }) => select?.name ?? '',
  status: ({ status }) => status?.name ?? '',
  multi_select: ({ multi_select: options }) => options.map(({ name }) => name).join(', '),
  url: ({ url }) => url ?? '',
  email: ({ email }) => email ?? '',
  phone_number: ({ phone_number: number }) => number ?? '',
};

/** A property's value as a text that `writtenValue` would accept; null for types that are never written. */
export function readText(value: ReadValue | undefined): string | null {
  if (!value) return null;
  const read = READERS[value.type] as ((value: ReadValue) => string) | undefined;
  return read?.(value) ?? null;
}

/** Splits the text into pieces, never within a character. */
function pieces(text: string): { text: { content: string } }[] {
  const cut: { text: { content: string } }[] = [];
  let rest = shortenedText(text, TEXT_CHARS_MAX);
  while (rest !== '') {
    let end = Math.min(PIECE_CHARS_MAX, rest.length);
    if (end < rest.length && /[\uD800-\uDBFF]/.test(rest.charAt(end - 1))) end -= 1;
    cut.push({ text: { content: rest.slice(0, end) } });
    rest = rest.slice(end);
  }
  return cut;
}

function numberIn(name: string, text: string): number | null {
  if (text === '') return null;
  if (!/^-?\d+(\.\d+)?$/.test(text)) {
    throw new UnmappableTransactionError(`The property "${name}" takes a number only.`);
  }
  const number = exactNumber(text);
  if (number === null) throw new UnmappableTransactionError('The amount has more digits than Notion keeps.');
  return number;
}

function dateIn(name: string, text: string): string {
  if (isDay(text)) return text;
  throw new UnmappableTransactionError(`The property "${name}" takes a date (YYYY-MM-DD) only.`);
}

function optionIn(name: string, text: string): string {
  if (!text.includes(',')) return shortenedText(text, OPTION_CHARS_MAX);
  throw new UnmappableTransactionError(
    `The property "${name}" takes an option, and options hold no commas: make it a text, or choose another value.`,
  );
}

/** Removes duplicate options, because Notion refuses them. */
function optionsIn(name: string, text: string): string[] {
  const options = text.split(',').map((option) => optionIn(name, option));
  const distinct = [...new Set(options)].filter((option) => option !== '');
  if (distinct.length <= OPTIONS_MAX) return distinct;
  throw new UnmappableTransactionError(`The property "${name}" takes at most ${OPTIONS_MAX} options.`);
}

/** Refuses a mail address or telephone number that is too long, because a cut one is useless. */
function contactIn(name: string, text: string): string | null {
  const contact = text.trim();
  if (contact.length <= CONTACT_CHARS_MAX) return contact || null;
  throw new UnmappableTransactionError(
    `The property "${name}" takes at most ${CONTACT_CHARS_MAX} characters: make it a text, or choose another value.`,
  );
}
