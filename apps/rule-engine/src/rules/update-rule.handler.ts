import { Controller } from '@nestjs/common';
import {
  Author,
  authorAfterEdit,
  authorOf,
  Caller,
  CommandPayload,
  FieldErrors,
  isGranted,
  Problem,
  UpdateRule,
} from '@tributary/contracts';
import { OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { ActionDefinition, ConditionDefinition } from '../evaluation/rule-definition';
import { attachmentsOf } from './attachments';
import { matchParts, WantedPart } from './changed-parts';
import { lockTargets } from './known-targets';
import { authorOfRule } from './rule-author';
import { misfitErrors } from './rule-fit';
import { inPlace, RulePayload } from './rule-payload';
import { Rule, RuleAction, RuleCondition } from './rule.entity';
import { announceChangedRules, findChangeableRule } from './rules';
import { saveParts } from './save-parts';
import { ruleErrors } from './validate-rule';

type Payload = CommandPayload<typeof UpdateRule>;

/** The rule as it is to be. */
interface WantedRule {
  readonly rule: Rule;
  readonly conditions: readonly WantedPart<ConditionDefinition>[];
  readonly actions: readonly WantedPart<ActionDefinition>[];
}

/** Changes what is sent of a rule; every instance runs the new version from its next batch on. */
@Controller()
export class UpdateRuleHandler {
  @OnCommand(UpdateRule)
  async handle({ caller, payload }: ReceivedCommand<typeof UpdateRule>, tx: Tx): Promise<RulePayload> {
    // Nothing may be attached, nor a link be pointed elsewhere, between the check and the change.
    await lockTargets(tx, await attachmentsOf(tx, payload.ruleId));
    const rule = await findChangeableRule(tx, caller, payload.ruleId);
    const errors: FieldErrors = {};
    const wanted = wantedRule(rule, payload, errors);
    Object.assign(errors, ruleErrors(toChecked(wanted), isGranted(caller, 'sensitive:read')));
    if (Object.keys(errors).length === 0) {
      const actions = wanted.actions.map(({ content }) => content);
      Object.assign(errors, misfitErrors({ scope: rule.scope, actions }, await attachmentsOf(tx, rule.id)));
    }
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
    await save(tx, { ...wanted, author: editedAuthor(wanted, caller) }, payload);
    const [changed] = await announceChangedRules(tx, [rule.id]);
    if (!changed) throw new Error('a rule that was just saved is not there');
    return changed;
  }
}

/** Puts the sent members into the loaded rule; what is left out keeps its value. */
function wantedRule(rule: Rule, payload: Payload, errors: FieldErrors): WantedRule {
  const { ruleId: _id, conditions, actions, ...members } = payload;
  const storedConditions = inPlace(rule.conditions).map((one) => ({ id: one.id, content: conditionOf(one) }));
  const storedActions = inPlace(rule.actions).map((one) => ({ id: one.id, content: actionOf(one) }));
  Object.assign(rule, members);
  return {
    rule,
    conditions: matchParts(
      storedConditions,
      conditions ?? storedConditions.map(({ id, content }) => ({ id, ...content })),
      'conditions',
      errors,
    ),
    actions: matchParts(
      storedActions,
      actions ?? storedActions.map(({ id, content }) => ({ id, ...content })),
      'actions',
      errors,
    ),
  };
}

/** Whoever writes all parts of a rule again is its author; the parts that stay carry what their author could see. */
function editedAuthor({ rule, conditions, actions }: WantedRule, caller: Caller): Author {
  const isKept = [...conditions, ...actions].some(({ isSame }) => isSame);
  return isKept ? authorAfterEdit(authorOfRule(rule), caller) : authorOf(caller);
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
