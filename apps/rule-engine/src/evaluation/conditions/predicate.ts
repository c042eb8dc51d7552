import { RuleField } from '@tributary/contracts';
import { ConditionDefinition } from '../rule-definition';
import { Subject } from '../documents/subject';

/** Whether a transaction meets a condition. */
export type Predicate = (subject: Subject) => boolean;

/** Makes the closure of an operator that negates no other; null where the type does not have it. */
export type TypedPredicates = (field: RuleField, condition: ConditionDefinition) => Predicate | null;
