import { Operator, RuleField } from '@tributary/contracts';
import { listOf } from './condition-lists';
import { Predicate } from './predicate';
import { compilePattern, found, InvalidPatternError } from '../regular-expressions/regular-expressions';
import { ConditionDefinition, InvalidDefinitionError } from '../rule-definition';

/** Makes an operator's closure, from the value as it was written and in lower case. */
type Maker = (field: RuleField, value: string, lowered: string) => Predicate;

const MAKERS: Partial<Record<Operator, Maker>> = {
  equals: (field, _value, lowered) => (subject) => subject.loweredText(field) === lowered,
  contains: (field, _value, lowered) => (subject) => subject.loweredText(field).includes(lowered),
  starts_with: (field, _value, lowered) => (subject) => subject.loweredText(field).startsWith(lowered),
  ends_with: (field, _value, lowered) => (subject) => subject.loweredText(field).endsWith(lowered),
  matches: matching,
  in: (field, _value, lowered) => among(field, lowered),
};

/** Text ignores case; a missing text is the empty one. Null for operators that text does not have itself. */
export function textPredicate(field: RuleField, condition: ConditionDefinition): Predicate | null {
  const value = condition.value ?? '';
  return MAKERS[condition.operator]?.(field, value, value.toLowerCase()) ?? null;
}

function matching(field: RuleField, pattern: string): Predicate {
  try {
    const compiled = compilePattern(pattern, { ignoreCase: true });
    return (subject) => found(compiled, subject.text(field));
  } catch (error) {
    if (error instanceof InvalidPatternError) throw new InvalidDefinitionError('value', `${error.message}.`);
    throw error;
  }
}

function among(field: RuleField, lowered: string): Predicate {
  const wanted = new Set(listOf(lowered));
  if (wanted.size === 0) throw new InvalidDefinitionError('value', 'The list has no value in it.');
  return (subject) => wanted.has(subject.loweredText(field));
}
