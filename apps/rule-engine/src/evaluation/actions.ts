import {
  DESTINATION_ACTIONS,
  DestinationField,
  destinationFields,
  DestinationType,
  distinctTags,
  findDestinationField,
  findRuleField,
  isLongerThan,
  NOTE_LENGTH_MAX,
  replacedField,
  RuleField,
  tagsError,
} from '@tributary/contracts';
import { isDay, parseDecimal, withMinorDigits } from '@tributary/money';
import { CATEGORY_ID } from './conditions/condition-lists';
import { ActionDefinition, InvalidDefinitionError } from './rule-definition';
import { Sight } from './documents/sight';
import { Subject } from './documents/subject';
import { compileTemplate, InvalidTemplateError, isTemplate, ValueSource } from './templates/templates';
import { VALUE_LENGTH_MAX } from './templates/value-length';

/** The destination fields and the skip flag of a link, while its rules run. */
export interface OutputDraft {
  readonly destinationType: DestinationType;
  fields: Readonly<Record<string, string>>;
  skip: boolean;
}

/** The transaction that a rule changes; `output` is null for rules of the account itself. */
export interface Target {
  readonly subject: Subject;
  readonly output: OutputDraft | null;
  /** Effects on this transaction that were undone for the current account or link; null if there are none. */
  readonly suppressed: ReadonlySet<string> | null;
}

/** A field that an action changed. */
export interface Change {
  readonly fieldName: string | null;
  readonly previousValue: string | null;
  readonly newValue: string | null;
}

/** The result of an action on a field that the user set: the action changes nothing. */
export const LOCKED = 'locked';

/** Changes one thing of the target; returns null if nothing changed. */
export type Effect = (target: Target) => Change | typeof LOCKED | null;

/**
 * A value that its field cannot have, so that the rule fails on this transaction. The message never contains the value.
 */
export class UnfitValueError extends Error {
  override readonly name = 'UnfitValueError';
}

/**
 * Compiles an action to a closure. The closure reads only what the rule's author may see, and changes the whole
 * transaction.
 * @throws InvalidDefinitionError if type, field and value do not fit together
 */
export function compileAction(action: ActionDefinition, sight: Sight): Effect {
  if (action.action_type === 'SET_FIELD') return setField(action, sight);
  if (action.action_type === 'SKIP_TRANSFER') return skipTransfer(action);
  return setDestinationField(action, sight, DESTINATION_ACTIONS[action.action_type].destination);
}

function setField(action: ActionDefinition, sight: Sight): Effect {
  const field = findRuleField(action.field_name ?? '');
  if (!field) throw new InvalidDefinitionError('field_name', 'A transaction has no such field.');
  if (!field.settable) throw new InvalidDefinitionError('field_name', 'Rules cannot change this field.');
  if (field.type === 'category' && isTemplate(action.value ?? '')) throw categoryByTemplate();
  const valueOf = valueSource(action, (value) => fitted(value, field, NOTHING_BEFORE));
  return ({ subject }) => {
    if (subject.isEdited(field.name)) return LOCKED;
    const seen = subject.seenBy(sight);
    const previousValue = seen.text(field);
    const before = { currency: seen.document.currency, text: previousValue };
    const newValue = fitted(valueOf(seen.document, seen.facts), field, before);
    // Setting a field that the author may not read counts as a change, also if its value stays equal: otherwise the
    // result would reveal the value.
    if (newValue === previousValue && newValue === subject.text(field)) return null;
    subject.set(field, newValue);
    // Documents leave out empty fields, so the change shows null for them.
    return { fieldName: field.name, previousValue: previousValue || null, newValue: newValue || null };
  };
}

function setDestinationField(action: ActionDefinition, sight: Sight, destination: DestinationType): Effect {
  const field = findDestinationField(destination, action.field_name ?? '');
  if (!field) throw new InvalidDefinitionError('field_name', unknownFieldMessage(destination));
  const valueOf = valueSource(action, (value) => fittedToDestination(value, field));
  const replaced = replacedField(destination, field.name);
  return ({ subject, output }) => {
    if (output?.destinationType !== destination) return null;
    if (replaced !== undefined && subject.isEdited(replaced)) return LOCKED;
    const { document, facts } = subject.seenBy(sight);
    const newValue = fittedToDestination(valueOf(document, facts), field);
    const previousValue = output.fields[field.name] ?? null;
    if (newValue === previousValue) return null;
    output.fields = { ...output.fields, [field.name]: newValue };
    return { fieldName: field.name, previousValue, newValue };
  };
}

function skipTransfer({ field_name: fieldName, value }: ActionDefinition): Effect {
  if (fieldName !== null) throw new InvalidDefinitionError('field_name', 'SKIP_TRANSFER takes no field.');
  if (value !== null) throw new InvalidDefinitionError('value', 'SKIP_TRANSFER takes no value.');
  return ({ output }) => {
    if (!output || output.skip) return null;
    output.skip = true;
    return { fieldName: null, previousValue: null, newValue: null };
  };
}

/**
 * Returns the source of the action's value; null empties the field. A literal is checked when the rule is saved, a
 * template when it is rendered.
 */
function valueSource({ value }: ActionDefinition, check: (literal: string) => string): ValueSource {
  const text = value ?? '';
  if (!isTemplate(text)) {
    checkLiteral(text, check);
    return () => text;
  }
  try {
    return compileTemplate(text);
  } catch (error) {
    if (!(error instanceof InvalidTemplateError)) throw error;
    throw new InvalidDefinitionError('value', `The template cannot be read: ${error.message}.`);
  }
}

function checkLiteral(text: string, check: (literal: string) => string): void {
  if (text.length > VALUE_LENGTH_MAX) {
    throw new InvalidDefinitionError('value', `The value is longer than ${VALUE_LENGTH_MAX} characters.`);
  }
  try {
    check(text);
  } catch (error) {
    if (!(error instanceof UnfitValueError)) throw error;
    throw new InvalidDefinitionError('value', `The value does not fit: ${error.message}.`);
  }
}

/** The transaction's currency, and the field's value, before an action sets it. */
interface Before {
  readonly currency: string | null;
  readonly text: string;
}

/** A literal is checked before any transaction is there. */
const NOTHING_BEFORE: Before = { currency: null, text: '' };

/**
 * Returns the value in the form that the field stores.
 * @throws UnfitValueError
 */
function fitted(value: string, field: RuleField, { currency, text }: Before): string {
  if (value === '') {
    if (field.whenEmpty === 'refused') throw new UnfitValueError(`${field.name} cannot be empty`);
    return '';
  }
  switch (field.type) {
    case 'amount':
      return fittedAmount(value.trim(), currency);
    case 'date':
      if (isDay(value)) return value;
      throw new UnfitValueError(`${field.name} must be a date written YYYY-MM-DD`);
    case 'category':
      if (CATEGORY_ID.test(value)) return value;
      throw new UnfitValueError(`${field.name} must be the id of a category`);
    case 'tags':
      return fittedTags(value, text);
    case 'text':
      if (field.name !== 'note' || !isLongerThan(value, NOTE_LENGTH_MAX)) return value;
      throw new UnfitValueError(`${field.name} has at most ${NOTE_LENGTH_MAX} characters`);
    case 'boolean':
      return value;
  }
}

/** Returns the tags, separated by commas; those after a `+` are added to the present ones. */
function fittedTags(value: string, present: string): string {
  const isAdded = value.startsWith('+');
  const named = listed(isAdded ? value.slice(1) : value);
  const tags = distinctTags(isAdded ? [...listed(present), ...named] : named);
  const error = tagsError(tags);
  if (error !== null) throw new UnfitValueError(error.replace(/\.$/, ''));
  return tags.join(',');
}

function listed(tags: string): string[] {
  return tags
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

function categoryByTemplate(): InvalidDefinitionError {
  return new InvalidDefinitionError(
    'value',
    'A category is named by its id, not by a template: rules whose category is deleted could not be found.',
  );
}

function fittedAmount(value: string, currency: string | null): string {
  try {
    const amount = parseDecimal(value);
    return currency === null ? amount : withMinorDigits(amount, currency);
  } catch (cause) {
    throw new UnfitValueError(cause instanceof Error ? cause.message : 'not an amount', { cause });
  }
}

function fittedToDestination(value: string, { name, values }: DestinationField): string {
  if (values === null || values.includes(value)) return value;
  throw new UnfitValueError(`${name} must be one of ${values.filter(Boolean).join(', ')}`);
}

function unknownFieldMessage(destination: DestinationType): string {
  const fields = destinationFields(destination);
  if (!fields) return 'The field needs a name of its own.';
  return `The field must be one of ${fields.map(({ name }) => name).join(', ')}.`;
}
