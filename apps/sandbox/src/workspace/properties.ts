import { isDay } from '@tributary/money';
import { validationError } from './problem';

/** The types of properties that this server knows. */
export const PROPERTY_TYPES = [
  'title',
  'rich_text',
  'number',
  'select',
  'multi_select',
  'status',
  'date',
  'checkbox',
  'url',
  'email',
  'phone_number',
] as const;
export type PropertyType = (typeof PROPERTY_TYPES)[number];

/** A value as the server stores it: texts and options joined, a date by its start. */
export type PropertyValue = string | number | boolean | null;

/** The forms in which a client writes a value of a type, and in which a page shows it. */
interface TypeRules {
  /** @throws Problem */
  readonly read: (property: Property, value: unknown) => PropertyValue;
  readonly show: (value: PropertyValue) => unknown;
}

export interface Property {
  readonly id: string;
  readonly name: string;
  readonly type: PropertyType;
}

const CHARS_MAX = 2000;
const ELEMENTS_MAX = 100;
const OPTION_CHARS_MAX = 100;
const CONTACT_CHARS_MAX = 200;
/** The options of a new status property: others are made in the application alone. */
const STATUSES: readonly string[] = ['Not started', 'In progress', 'Done'];
/** The separator of options, which have no commas. */
const BETWEEN = ', ';

const TEXT: TypeRules = { read: textOf, show: (value) => richText(String(value ?? '')) };
const CONTACT: TypeRules = {
  read: (property, value) => lineOf(property, value, CONTACT_CHARS_MAX),
  show: (value) => value,
};

const RULES: Readonly<Record<PropertyType, TypeRules>> = {
  title: TEXT,
  rich_text: TEXT,
  number: { read: numberOf, show: (value) => value },
  select: { read: optionOf, show: shownOption },
  multi_select: {
    read: optionsOf,
    show: (value) => (value ? String(value).split(BETWEEN).map(shownOption) : []),
  },
  status: { read: statusOf, show: shownOption },
  date: {
    read: dateOf,
    show: (value) => (value === null ? null : { start: value, end: null, time_zone: null }),
  },
  checkbox: { read: flagOf, show: (value) => value ?? false },
  url: { ...CONTACT, read: (property, value) => lineOf(property, value, CHARS_MAX) },
  email: CONTACT,
  phone_number: CONTACT,
};

/** Reads the value that a client writes into a property. @throws Problem */
export function valueOf(property: Property, written: unknown): PropertyValue {
  const members = objectOf(written, property.name);
  const { type } = property;
  if (!(type in members)) throw validationError(`${property.name} is expected to be ${type}.`);
  return RULES[type].read(property, members[type]);
}

/** A value as a page shows it. */
export function shownValue({ id, type }: Property, value: PropertyValue): object {
  return { id, type, [type]: RULES[type].show(value) };
}

export function richText(content: string): object[] {
  if (content === '') return [];
  return [{ type: 'text', text: { content, link: null }, plain_text: content, href: null }];
}

function numberOf(property: Property, value: unknown): number | null {
  if (value === null || typeof value === 'number') return value;
  throw mistyped(property, 'a number or `null`');
}

function flagOf(property: Property, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  throw mistyped(property, 'a boolean');
}

function textOf(property: Property, value: unknown): string {
  if (!Array.isArray(value)) throw mistyped(property, 'an array');
  if (value.length > ELEMENTS_MAX) throw tooLong(property, '.length', ELEMENTS_MAX, value.length);
  const parts = (value as { text?: { content?: unknown } }[]).map(({ text }, index) => {
    if (typeof text?.content !== 'string') throw mistyped(property, 'rich text');
    if (text.content.length > CHARS_MAX) {
      throw tooLong(property, `[${index}].text.content.length`, CHARS_MAX, text.content.length);
    }
    return text.content;
  });
  return parts.join('');
}

function shownOption(name: PropertyValue): object | null {
  return name === null ? null : { id: String(name), name, color: 'default' };
}

function optionOf(property: Property, value: unknown): string | null {
  if (value === null) return null;
  const { name } = objectOf(value, property.name);
  if (typeof name !== 'string' || name === '') throw mistyped(property, 'an option');
  if (name.includes(',')) throw validationError('Invalid select option, commas not allowed: ' + name);
  if (name.length > OPTION_CHARS_MAX) throw tooLong(property, '.name.length', OPTION_CHARS_MAX, name.length);
  return name;
}

function optionsOf(property: Property, value: unknown): string {
  if (!Array.isArray(value)) throw mistyped(property, 'an array');
  if (value.length > ELEMENTS_MAX) throw tooLong(property, '.length', ELEMENTS_MAX, value.length);
  const names = value.map((option: unknown) => optionOf(property, option) ?? '');
  if (new Set(names).size < names.length) throw mistyped(property, 'an array of distinct options');
  return names.join(BETWEEN);
}

function statusOf(property: Property, value: unknown): string | null {
  const name = optionOf(property, value);
  if (name === null || STATUSES.includes(name)) return name;
  throw validationError(`Invalid status option. Status option "${name}" does not exist".`);
}

function lineOf(property: Property, value: unknown, max: number): string | null {
  if (value === null) return null;
  if (typeof value !== 'string' || value === '') throw mistyped(property, 'a string or `null`');
  if (value.length > max) throw tooLong(property, '.length', max, value.length);
  return value;
}

function dateOf(property: Property, value: unknown): string | null {
  if (value === null) return null;
  const { start } = objectOf(value, property.name);
  if (typeof start !== 'string' || !isDay(start.slice(0, 10))) {
    throw validationError(
      `body failed validation: body.properties.${property.name}.date.start should be a valid ISO 8601 date string.`,
    );
  }
  return start;
}

function objectOf(value: unknown, name: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) {
    throw validationError(`body failed validation: body.properties.${name} should be an object.`);
  }
  return value as Record<string, unknown>;
}

function mistyped({ name, type }: Property, wanted: string): Error {
  return validationError(`body failed validation: body.properties.${name}.${type} should be ${wanted}.`);
}

function tooLong({ name, type }: Property, what: string, max: number, was: number): Error {
  return validationError(
    `body failed validation: body.properties.${name}.${type}${what} should be ≤ \`${max}\`, instead was \`${was}\`.`,
  );
}
