import type { components } from '@tributary/client';
import type { RuleDraft } from '../rule-draft';

/** The fields, operators and actions of rules, as `GET /rules/fields` returns them. */
export type RuleLanguage = components['schemas']['RuleLanguage'];
export type LanguageField = RuleLanguage['fields'][number];
export type LanguageAction = RuleLanguage['actions'][number];
export type LanguageOperator = RuleLanguage['operators'][number];

/** A field name with this ending means all names that begin with the text before it. */
const ANY_NAME = '*';

/** The field of that name. Null: there is none. */
export function fieldOf({ fields }: RuleLanguage, name: string): LanguageField | null {
  const exact = fields.find((field) => field.name === name);
  return exact ?? fields.find((field) => isOpen(field) && name.startsWith(prefixOf(field))) ?? null;
}

/** The operators that a field has; all of the language where the field is not known (yet). */
export function operatorsOf(language: RuleLanguage, fieldName: string): readonly LanguageOperator[] {
  const field = fieldOf(language, fieldName);
  if (field === null) return language.operators;
  return language.operators.filter(({ operator }) => field.operators.includes(operator));
}

/** The kind of operand that an operator takes. */
export function operandOf(
  { operators }: RuleLanguage,
  operator: LanguageOperator['operator'],
): LanguageOperator['operand'] {
  return operators.find((one) => one.operator === operator)?.operand ?? 'one';
}

/** Describes the values of a field. */
export function valuesOf(language: RuleLanguage, fieldName: string): string {
  const type = fieldOf(language, fieldName)?.type;
  return language.field_types.find((one) => one.type === type)?.values ?? '';
}

/** The action of that type. Null: the server no longer has it. */
export function actionOf(
  { actions }: RuleLanguage,
  type: LanguageAction['action_type'],
): LanguageAction | null {
  return actions.find(({ action_type }) => action_type === type) ?? null;
}

/** Whether the action names a field and a value. */
export function takesField({ destination, fields }: LanguageAction): boolean {
  return destination !== null || fields !== null;
}

/** Whether every part of a draft is filled in. A preview of an incomplete draft would show no new results. */
export function isComplete(language: RuleLanguage, { conditions, actions }: RuleDraft): boolean {
  const isWritten = (text: string | null) => text !== null && text.trim() !== '';
  return (
    actions.length > 0 &&
    conditions.every(
      ({ fieldName, operator, value, id }) =>
        isWritten(fieldName) && (operandOf(language, operator) === 'none' || isWritten(value) || id !== null),
    ) &&
    actions.every(({ actionType, fieldName }) => {
      const action = actionOf(language, actionType);
      return action === null || !takesField(action) || isWritten(fieldName);
    })
  );
}

/** The names to choose from; where any further name is allowed, what it begins with. */
export function namesOf(fields: readonly { readonly name: string }[]): string[] {
  return fields.map((field) => (isOpen(field) ? prefixOf(field) : field.name));
}

/** A name such as `not_contains`, as people read it. */
export function wordsOf(name: string): string {
  return name.replaceAll('_', ' ').toLowerCase();
}

function isOpen({ name }: { readonly name: string }): boolean {
  return name.endsWith(ANY_NAME);
}

function prefixOf({ name }: { readonly name: string }): string {
  return name.slice(0, -ANY_NAME.length);
}
