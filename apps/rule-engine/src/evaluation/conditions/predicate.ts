import { RuleField } from '@tributary/contracts';
import { ConditionDefinition } from '../rule-definition';
import { Subject } from '../documents/subject';

/** Returns whether a transaction meets a condition. */
export type Predicate = (subject: Subject) => boolean;

/**
 * Creates the closure of a positive operator (negated ones are derived from it); returns null if the type does not have
 * the operator.
 */
export type TypedPredicates = (field: RuleField, condition: ConditionDefinition) => Predicate | null;
