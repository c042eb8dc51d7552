import { Controller } from '@nestjs/common';
import { Author, CommandPayload, FieldErrors, Problem, UpdateRule } from '@tributary/contracts';
import { OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { requireKept } from '@tributary/service';
import { sightOf } from '../evaluation/documents/sight';
import { attachmentsOf } from './attachments/attachments';
import { lockTargets } from './attachments/known-targets';
import { misfitErrors } from './attachments/rule-fit';
import { RulePayload } from './rule-payload';
import { requireReadable } from './rule-reads';
import { Rule } from './rule.entity';
import { announceChangedRules, findChangeableRule } from './rules';
import { whileListable } from './rule-room';
import { saveParts } from './parts/save-parts';
import { RuleChecks } from './rule-checks';
import { editedAuthor, toChecked, WantedRule, wantedRule } from './wanted-rule';

type Payload = CommandPayload<typeof UpdateRule>;

/** Changes what is sent of a rule; every instance runs the new version from its next batch on. */
@Controller()
export class UpdateRuleHandler {
  constructor(private readonly checks: RuleChecks) {}

  @OnCommand(UpdateRule)
  async handle({ caller, payload }: ReceivedCommand<typeof UpdateRule>, tx: Tx): Promise<RulePayload> {
    // Nothing may be attached, nor a link be pointed elsewhere, between the check and the change.
    await lockTargets(tx, await attachmentsOf(tx, payload.ruleId));
    const rule = await findChangeableRule(tx, caller, payload.ruleId);
    requireUnchanged(rule, payload);
    if (payload.enabled) requireKept(rule.paused);
    const begins = payload.enabled === true && !rule.enabled;
    const errors: FieldErrors = {};
    const { ruleId: _id, unchangedSince: _at, ...changes } = payload;
    const wanted = wantedRule(rule, caller, changes, errors);
    Object.assign(errors, await this.checks.errorsOf(caller.userId, toChecked(wanted), sightOf(caller)));
    if (Object.keys(errors).length === 0) {
      const actions = wanted.actions.map(({ content }) => content);
      Object.assign(errors, misfitErrors({ scope: rule.scope, actions }, await attachmentsOf(tx, rule.id)));
    }
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
    const author = editedAuthor(wanted, caller);
    if (begins) requireReadable(caller, { ...rule, author });
    await whileListable(tx, caller.userId, toChecked(wanted), () => save(tx, { ...wanted, author }, payload));
    const [changed] = await announceChangedRules(tx, [rule.id]);
    if (!changed) throw new Error('a rule that was just saved is not there');
    return changed;
  }
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

/** @throws Problem (conflict) where another change came between the sender's reading and this one */
function requireUnchanged({ updatedAt }: Rule, { unchangedSince }: Payload): void {
  if (unchangedSince === undefined || updatedAt.getTime() === Date.parse(unchangedSince)) return;
  throw Problem.conflict('The rule was changed meanwhile: read it again, then decide which changes to keep.');
}
