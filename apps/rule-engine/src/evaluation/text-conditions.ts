import { RuleField } from '@tributary/contracts';
import { listOf } from './condition-lists';
import type { Predicate } from './conditions';
import { compilePattern, found, InvalidPatternError } from './regular-expressions';
import { ConditionDefinition, InvalidDefinitionError } from './rule-definition';

/** Text ignores case; a missing text is the empty one. Null for operators that text does not have itself. */
export function textPredicate(field: RuleField, condition: ConditionDefinition): Predicate | null {
  const value = condition.value ?? '';
  const wanted = value.toLowerCase();
  switch (condition.operator) {
    case 'equals':
      return (subject) => subject.loweredText(field) === wanted;
    case 'contains':
      return (subject) => subject.loweredText(field).includes(wanted);
    case 'starts_with':
      return (subject) => subject.loweredText(field).startsWith(wanted);
    case 'ends_with':
      return (subject) => subject.loweredText(field).endsWith(wanted);
    case 'matches':
      return matching(field, value);
    case 'in':
      return among(field, wanted);
    default:
      return null;
  }
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
