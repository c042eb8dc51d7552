import { StoredAction, StoredCondition, TRANSACTION_TYPES } from '@tributary/contracts';
import { Sight } from './documents/sight';

export type TransactionType = (typeof TRANSACTION_TYPES)[number];

/** A condition as the user wrote it. */
export type ConditionDefinition = Readonly<StoredCondition>;

/** An action as the user wrote it. */
export type ActionDefinition = Readonly<StoredAction>;

/** What is evaluated of a rule; attachments and texts for people are not part of it. */
export interface RuleDefinition {
  readonly id: number;
  readonly version: number;
  /** What its author may read: it sees no other part of a transaction. */
  readonly sight: Sight;
  readonly trigger_on_any_condition: boolean;
  readonly skip_other_rules_when_triggered: boolean;
  readonly conditions: readonly ConditionDefinition[];
  /** In the order in which they run. */
  readonly actions: readonly (ActionDefinition & { readonly id: number })[];
}

/** The member of a condition or an action that is wrong, named as in requests. */
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

/** The size of a rule: its conditions and actions, and their values by the half kilobyte. */
export function partsOf({ conditions, actions }: RuleDefinition): number {
  const values = [...conditions, ...actions].map(({ value }) => (value?.length ?? 0) / VALUE_CHARS_PER_PART);
  return values.reduce((sum, parts) => sum + 1 + Math.floor(parts), 1);
}
