import { Controller } from '@nestjs/common';
import {
  Author,
  authorAfterEdit,
  authorOf,
  Caller,
  CommandPayload,
  FieldErrors,
  Problem,
  UpdateRule,
} from '@tributary/contracts';
import { OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { requireKept } from '@tributary/service';
import { ActionDefinition, ConditionDefinition } from '../evaluation/rule-definition';
import { sightOf } from '../evaluation/sight';
import { attachmentsOf } from './attachments';
import { matchParts, WantedPart } from './changed-parts';
import { lockTargets } from './known-targets';
import { filledIn, hiddenParts, NOTHING_HIDDEN } from './hidden-values';
import { misfitErrors } from './rule-fit';
import { inOrder, RulePayload } from './rule-payload';
import { requireReadable } from './rule-reads';
import { Rule, RuleAction, RuleCondition } from './rule.entity';
import { announceChangedRules, findChangeableRule } from './rules';
import { saveParts } from './save-parts';
import { RuleChecks } from './rule-checks';

type Payload = CommandPayload<typeof UpdateRule>;

/** The rule as it is to be. */
interface WantedRule {
  readonly rule: Rule;
  readonly conditions: readonly WantedPart<ConditionDefinition>[];
  readonly actions: readonly WantedPart<ActionDefinition>[];
  /** Of the rule as it is stored. */
  readonly before: { readonly author: Author; readonly parts: number; readonly any: boolean };
}

/** Changes what is sent of a rule; every instance runs the new version from its next batch on. */
@Controller()
export class UpdateRuleHandler {
  constructor(private readonly checks: RuleChecks) {}

  @OnCommand(UpdateRule)
  async handle({ caller, payload }: ReceivedCommand<typeof UpdateRule>, tx: Tx): Promise<RulePayload> {
    // Nothing may be attached, nor a link be pointed elsewhere, between the check and the change.
    await lockTargets(tx, await attachmentsOf(tx, payload.ruleId));
    const rule = await findChangeableRule(tx, caller, payload.ruleId);
    if (payload.enabled) requireKept(rule.paused);
    const begins = payload.enabled === true && !rule.enabled;
    const errors: FieldErrors = {};
    const wanted = wantedRule(rule, caller, payload, errors);
    Object.assign(errors, await this.checks.errorsOf(caller.userId, toChecked(wanted), sightOf(caller)));
    if (Object.keys(errors).length === 0) {
      const actions = wanted.actions.map(({ content }) => content);
      Object.assign(errors, misfitErrors({ scope: rule.scope, actions }, await attachmentsOf(tx, rule.id)));
    }
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
    const author = editedAuthor(wanted, caller);
    if (begins) requireReadable(caller, { ...rule, author });
    await save(tx, { ...wanted, author }, payload);
    const [changed] = await announceChangedRules(tx, [rule.id]);
    if (!changed) throw new Error('a rule that was just saved is not there');
    return changed;
  }
}

/** Puts the sent members into the loaded rule; what is left out keeps its value. */
function wantedRule(rule: Rule, caller: Caller, payload: Payload, errors: FieldErrors): WantedRule {
  const { ruleId: _id, conditions, actions, ...members } = payload;
  const storedConditions = inOrder(rule.conditions).map((one) => ({ id: one.id, content: conditionOf(one) }));
  const storedActions = inOrder(rule.actions).map((one) => ({ id: one.id, content: actionOf(one) }));
  const before = {
    author: rule.author,
    parts: storedConditions.length + storedActions.length,
    any: rule.triggerOnAnyCondition,
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
function editedAuthor({ rule, conditions, actions, before }: WantedRule, caller: Caller): Author {
  const parts = [...conditions, ...actions];
  const kept = parts.filter(({ isSame }) => isSame).length;
  if (kept === 0) return authorOf(caller);
  const isUntouched =
    kept === parts.length && kept === before.parts && rule.triggerOnAnyCondition === before.any;
  return isUntouched ? before.author : authorAfterEdit(before.author, caller);
}

function toChecked({ rule, conditions, actions }: WantedRule) {
  return {
    name: rule.name,
    scope: rule.scope,
    conditions: conditions.map(({ content, isSame }) => ({ ...content, isKept: isSame })),
    actions: actions.map(({ content, isSame }) => ({ ...content, isKept: isSame })),
  };
}

async function save(
  tx: Tx,
  { rule, conditions, actions, author }: WantedRule & { readonly author: Author },
  payload: Payload,
): Promise<void> {
  const { name, description, scope, enabled, triggerOnAnyCondition, skipOtherRulesWhenTriggered } = rule;
  const members = { name, description, scope, enabled, triggerOnAnyCondition, skipOtherRulesWhenTriggered };
  if (enabled) Object.assign(members, { disabledReason: null, disabledAt: null });
  await tx.manager.update(Rule, { id: rule.id }, { ...members, author });
  if (payload.conditions) await saveParts(tx, rule.id, 'conditions', conditions);
  if (payload.actions) await saveParts(tx, rule.id, 'actions', actions);
}

function conditionOf({ transactionType, fieldName, operator, value }: RuleCondition): ConditionDefinition {
  return { transactionType, fieldName, operator, value };
}

function actionOf({ actionType, fieldName, value }: RuleAction): ActionDefinition {
  return { actionType, fieldName, value };
}
