import type { components } from '@tributary/client';

type Schemas = components['schemas'];
export type Rule = Schemas['Rule'];
export type RuleBody = Schemas['CreateRuleBody'];
type ConditionBody = NonNullable<RuleBody['conditions']>[number];
type ActionBody = RuleBody['actions'][number];

/** A condition while it is edited. */
export interface ConditionDraft {
  /** Stays the same while the draft is edited. */
  readonly key: string;
  /** The id of a saved condition. Null: it is new. */
  readonly id: string | null;
  readonly transactionType: NonNullable<ConditionBody['transaction_type']>;
  readonly fieldName: string;
  readonly operator: ConditionBody['operator'];
  readonly value: string | null;
}

/** An action while it is edited. */
export interface ActionDraft {
  readonly key: string;
  readonly id: string | null;
  readonly actionType: ActionBody['action_type'];
  readonly fieldName: string | null;
  readonly value: string | null;
}

/** The parts of a rule that a person edits. */
export interface RuleDraft {
  readonly name: string;
  readonly description: string;
  readonly scope: Rule['scope'];
  readonly isAny: boolean;
  readonly skipsOthers: boolean;
  readonly conditions: readonly ConditionDraft[];
  readonly actions: readonly ActionDraft[];
}

/** The draft of a saved rule. */
export function draftOf(rule: Rule): RuleDraft {
  return {
    name: rule.name,
    description: rule.description ?? '',
    scope: rule.scope,
    isAny: rule.trigger_on_any_condition === 'true',
    skipsOthers: rule.skip_other_rules_when_triggered === 'true',
    conditions: rule.conditions.map(({ id, transaction_type, field_name, operator, value }) => ({
      key: id,
      id,
      transactionType: transaction_type,
      fieldName: field_name,
      operator,
      value,
    })),
    actions: rule.actions.map(({ id, action_type, field_name, value }) => ({
      key: id,
      id,
      actionType: action_type,
      fieldName: field_name,
      value,
    })),
  };
}

/** Returns the request body of a draft. Parts retain their ids, so that undone effects of a part stay undone. */
export function bodyOf(draft: RuleDraft): RuleBody {
  return {
    name: draft.name.trim(),
    description: draft.description.trim() === '' ? null : draft.description.trim(),
    scope: draft.scope,
    trigger_on_any_condition: draft.isAny,
    skip_other_rules_when_triggered: draft.skipsOthers,
    conditions: draft.conditions.map(({ id, transactionType, fieldName, operator, value }) => ({
      ...(id === null ? {} : { id }),
      transaction_type: transactionType,
      field_name: fieldName.trim(),
      operator,
      value,
    })),
    actions: draft.actions.map(({ id, actionType, fieldName, value }) => ({
      ...(id === null ? {} : { id }),
      action_type: actionType,
      field_name: fieldName === null ? null : fieldName.trim(),
      value,
    })),
  };
}

/** Whether both drafts have the same content. */
export function isSameDraft(a: RuleDraft, b: RuleDraft): boolean {
  return JSON.stringify(bodyOf(a)) === JSON.stringify(bodyOf(b));
}

/** The draft on top of another saved version: parts that are no longer there become new ones. */
export function rebased(draft: RuleDraft, onto: Rule): RuleDraft {
  const ids = new Set([...onto.conditions, ...onto.actions].map(({ id }) => id));
  const withKnownId = <Part extends { readonly id: string | null }>(part: Part): Part =>
    part.id !== null && ids.has(part.id) ? part : { ...part, id: null };
  return { ...draft, conditions: draft.conditions.map(withKnownId), actions: draft.actions.map(withKnownId) };
}
