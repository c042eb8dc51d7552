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

export interface Property {
  readonly id: string;
  readonly name: string;
  readonly type: PropertyType;
}

/** A value as it is kept: texts and options joined, a date by its start. */
export type PropertyValue = string | number | boolean | null;

const CHARS_MAX = 2000;
const ELEMENTS_MAX = 100;
const OPTION_CHARS_MAX = 100;
const CONTACT_CHARS_MAX = 200;
/** Those of a new property: others are made in the application alone. */
const STATUSES: readonly string[] = ['Not started', 'In progress', 'Done'];
/** Between options, which hold no commas. */
const BETWEEN = ', ';

/** Reads what a client writes into a property. @throws Problem */
export function valueOf(property: Property, written: unknown): PropertyValue {
  const members = objectOf(written, property.name);
  if (!(property.type in members))
    throw validationError(`${property.name} is expected to be ${property.type}.`);
  const value = members[property.type];
  switch (property.type) {
    case 'title':
    case 'rich_text':
      return textOf(property, value);
    case 'number':
      if (value !== null && typeof value !== 'number') throw mistyped(property, 'a number or `null`');
      return value;
    case 'checkbox':
      if (typeof value !== 'boolean') throw mistyped(property, 'a boolean');
      return value;
    case 'select':
      return optionOf(property, value);
    case 'multi_select':
      return optionsOf(property, value);
    case 'status':
      return statusOf(property, value);
    case 'date':
      return dateOf(property, value);
    case 'url':
      return lineOf(property, value, CHARS_MAX);
    case 'email':
    case 'phone_number':
      return lineOf(property, value, CONTACT_CHARS_MAX);
    default: {
      const unknown: never = property.type;
      return unknown;
    }
  }
}

/** A value as an answer shows it. */
export function shownValue(property: Property, value: PropertyValue): object {
  const { id, type } = property;
  switch (type) {
    case 'title':
    case 'rich_text':
      return { id, type, [type]: richText(String(value ?? '')) };
    case 'number':
      return { id, type, number: value };
    case 'checkbox':
      return { id, type, checkbox: value ?? false };
    case 'select':
    case 'status':
      return { id, type, [type]: value === null ? null : shownOption(value) };
    case 'multi_select':
      return { id, type, multi_select: value ? String(value).split(BETWEEN).map(shownOption) : [] };
    case 'url':
    case 'email':
    case 'phone_number':
      return { id, type, [type]: value };
    case 'date':
      return { id, type, date: value === null ? null : { start: value, end: null, time_zone: null } };
    default: {
      const unknown: never = type;
      return unknown;
    }
  }
}

export function richText(content: string): object[] {
  if (content === '') return [];
  return [{ type: 'text', text: { content, link: null }, plain_text: content, href: null }];
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

function shownOption(name: PropertyValue): object {
  return { id: String(name), name, color: 'default' };
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
