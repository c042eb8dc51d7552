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

/** The requested changes of a rule. */
export type RuleChanges = Omit<RuleChange, 'unchanged_since'>;

/** The rule after the requested changes. */
export interface WantedRule {
  readonly rule: Rule;
  readonly conditions: readonly WantedPart<ConditionDefinition>[];
  readonly actions: readonly WantedPart<ActionDefinition>[];
  /** The author, the number of parts and the flag of the stored rule. */
  readonly before: { readonly author: Author; readonly parts: number; readonly any: boolean };
}

/**
 * Returns the loaded rule with the sent members; omitted ones stay. Adds an error for each part that is not of this
 * rule.
 */
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
 * Returns the author after an edit. A caller who replaces all parts becomes the author. If some parts stay, the
 * author's grant is limited to what both may see. If all stay (the rule is renamed, or turned on or off), the author
 * stays.
 */
export function editedAuthor({ rule, conditions, actions, before }: WantedRule, caller: Caller): Author {
  const parts = [...conditions, ...actions];
  const unchanged = parts.filter(({ isSame }) => isSame).length;
  if (unchanged === 0) return authorOf(caller);
  const isUntouched =
    unchanged === parts.length && unchanged === before.parts && rule.trigger_on_any_condition === before.any;
  return isUntouched ? before.author : authorAfterEdit(before.author, caller);
}

/** Returns the members that are checked. */
export function toChecked({ rule, conditions, actions }: WantedRule): CheckedRule {
  return {
    name: rule.name,
    description: rule.description,
    scope: rule.scope,
    conditions: conditions.map(({ content, isSame }) => ({ ...content, isUnchanged: isSame })),
    actions: actions.map(({ content, isSame }) => ({ ...content, isUnchanged: isSame })),
  };
}

type HiddenParts = Readonly<Record<'conditions' | 'actions', ReadonlyMap<number, string | null>>>;

const NOTHING_HIDDEN: HiddenParts = { conditions: new Map(), actions: new Map() };

/** Returns the values that REST shows as null to callers without `sensitive:read`, by the ids of their parts. */
function hiddenParts(rule: Rule): HiddenParts {
  if (!sightOf(rule.author).identifiers) return NOTHING_HIDDEN;
  const conditions = rule.conditions.filter(({ field_name, transaction_type }) =>
    hidesCondition({ field_name, transaction_type }),
  );
  const actions = rule.actions.filter(({ field_name, value }) => hidesAction({ field_name, value }));
  return { conditions: valuesOf(conditions), actions: valuesOf(actions) };
}

/** Returns the part with its stored value if the sender sent null for a value that is hidden from them. */
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
