import { StoredAction, StoredCondition, TRANSACTION_TYPES } from '@tributary/contracts';
import { Sight } from './documents/sight';

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** A condition as the user wrote it. */
export type ConditionDefinition = Readonly<StoredCondition>;

/** An action as the user wrote it. */
export type ActionDefinition = Readonly<StoredAction>;

/** The parts of a rule that are evaluated; attachments and descriptions are not among them. */
export interface RuleDefinition {
  readonly id: number;
  readonly version: number;
  /** The parts of a transaction that the author may read; the rule sees no others. */
  readonly sight: Sight;
  readonly trigger_on_any_condition: boolean;
  readonly skip_other_rules_when_triggered: boolean;
  readonly conditions: readonly ConditionDefinition[];
  /** The actions in the order of their execution. */
  readonly actions: readonly (ActionDefinition & { readonly id: number })[];
}

/** The wrong member of a condition or an action, named as in requests. */
export type DefinitionMember = 'field_name' | 'operator' | 'value' | 'action_type';

/** A condition or an action that cannot be evaluated; the message is meant for the rule's author. */
export class InvalidDefinitionError extends Error {
  override readonly name = 'InvalidDefinitionError';

  constructor(
    readonly member: DefinitionMember,
    message: string,
  ) {
    super(message);
  }
}

const VALUE_CHARS_PER_PART = 500;

/**
 * Returns the size of a rule: the number of its conditions and actions, plus one for each half kilobyte of their
 * values.
 */
export function partsOf({ conditions, actions }: RuleDefinition): number {
  const values = [...conditions, ...actions].map(({ value }) => (value?.length ?? 0) / VALUE_CHARS_PER_PART);
  return values.reduce((sum, parts) => sum + 1 + Math.floor(parts), 1);
}
