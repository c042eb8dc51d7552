import {
  Author,
  authorAfterEdit,
  authorOf,
  Caller,
  FieldErrors,
  hidesAction,
  hidesCondition,
  membersOf,
  RuleChange,
  StoredAction,
  StoredCondition,
} from '@tributary/contracts';
import { CheckedRule } from '../evaluation/check-rule';
import { ActionDefinition, ConditionDefinition } from '../evaluation/rule-definition';
import { sightOf } from '../evaluation/documents/sight';
import { matchParts, WantedPart } from './parts/changed-parts';
import { inOrder } from './rule-payload';
import { Rule } from './rule.entity';

/** What is to change of a rule. */
export type RuleChanges = Omit<RuleChange, 'unchanged_since'>;

/** The rule as it is to be. */
export interface WantedRule {
  readonly rule: Rule;
  readonly conditions: readonly WantedPart<ConditionDefinition>[];
  readonly actions: readonly WantedPart<ActionDefinition>[];
  /** Of the rule as it is stored. */
  readonly before: { readonly author: Author; readonly parts: number; readonly any: boolean };
}

/** Puts the sent members into the loaded rule; what is left out keeps its value. Which parts are not its own is added to `errors`. */
export function wantedRule(
  rule: Rule,
  caller: Caller,
  changes: RuleChanges,
  errors: FieldErrors,
): WantedRule {
  const { conditions, actions, ...members } = changes;
  const storedConditions = inOrder(rule.conditions).map((one) => ({
    id: one.id,
    content: membersOf(StoredCondition, one),
  }));
  const storedActions = inOrder(rule.actions).map((one) => ({
    id: one.id,
    content: membersOf(StoredAction, one),
  }));
  const before = {
    author: rule.author,
    parts: storedConditions.length + storedActions.length,
    any: rule.trigger_on_any_condition,
  };
  const hidden = sightOf(caller).identifiers ? NOTHING_HIDDEN : hiddenParts(rule);
  Object.assign(rule, members);
  return {
    rule,
    before,
    conditions: matchParts(
      storedConditions,
      conditions?.map((one) => filledIn(one, hidden.conditions)) ??
        storedConditions.map(({ id, content }) => ({ id, ...content })),
      'conditions',
      errors,
    ),
    actions: matchParts(
      storedActions,
      actions?.map((one) => filledIn(one, hidden.actions)) ??
        storedActions.map(({ id, content }) => ({ id, ...content })),
      'actions',
      errors,
    ),
  };
}

/**
 * Whoever writes all parts of a rule again is its author; parts that stay among others carry what their author could
 * see. One that is renamed, or turned off and on, is still its author's.
 */
export function editedAuthor({ rule, conditions, actions, before }: WantedRule, caller: Caller): Author {
  const parts = [...conditions, ...actions];
  const kept = parts.filter(({ isSame }) => isSame).length;
  if (kept === 0) return authorOf(caller);
  const isUntouched =
    kept === parts.length && kept === before.parts && rule.trigger_on_any_condition === before.any;
  return isUntouched ? before.author : authorAfterEdit(before.author, caller);
}

/** What of it is checked. */
export function toChecked({ rule, conditions, actions }: WantedRule): CheckedRule {
  return {
    name: rule.name,
    description: rule.description,
    scope: rule.scope,
    conditions: conditions.map(({ content, isSame }) => ({ ...content, isKept: isSame })),
    actions: actions.map(({ content, isSame }) => ({ ...content, isKept: isSame })),
  };
}

type HiddenParts = Readonly<Record<'conditions' | 'actions', ReadonlyMap<number, string | null>>>;

const NOTHING_HIDDEN: HiddenParts = { conditions: new Map(), actions: new Map() };

/** The values that REST shows as null to who may not read sensitive fields, by the ids of their parts. */
function hiddenParts(rule: Rule): HiddenParts {
  if (!sightOf(rule.author).identifiers) return NOTHING_HIDDEN;
  const conditions = rule.conditions.filter(({ field_name, transaction_type }) =>
    hidesCondition({ field_name, transaction_type }),
  );
  const actions = rule.actions.filter(({ field_name, value }) => hidesAction({ field_name, value }));
  return { conditions: valuesOf(conditions), actions: valuesOf(actions) };
}

/** A part as its sender means it: a null in place of a hidden value is that value. */
function filledIn<Part extends { readonly id?: number; readonly value: string | null }>(
  part: Part,
  hidden: ReadonlyMap<number, string | null>,
): Part {
  const isHidden = part.value === null && part.id !== undefined && hidden.has(part.id);
  return isHidden ? { ...part, value: hidden.get(part.id ?? 0) ?? null } : part;
}

function valuesOf(parts: readonly { readonly id: number; readonly value: string | null }[]) {
  return new Map(parts.map(({ id, value }) => [id, value]));
}
