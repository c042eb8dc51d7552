import { Controller } from '@nestjs/common';
import {
  Author,
  CommandPayload,
  FieldErrors,
  membersOf,
  Problem,
  StoredRuleSettings,
  UpdateRule,
} from '@tributary/contracts';
import { OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { requireKept } from '@tributary/service';
import { sightOf } from '../evaluation/documents/sight';
import { attachmentsOf } from './attachments/attachments.store';
import { lockTargets } from './attachments/known-targets';
import { misfitErrors } from './attachments/rule-fit';
import { RulePayload } from './rule-payload';
import { requireReadable } from './rule-reads';
import { Rule } from './rule.entity';
import { announceChangedRules, findChangeableRule } from './rules';
import { updateRule } from './rules.store';
import { withinListSize } from './list-size-limit';
import { saveParts } from './parts/parts.store';
import { categoryErrors } from './categories/rule-categories';
import { RuleChecks } from './rule-checks';
import { editedAuthor, toChecked, WantedRule, wantedRule } from './wanted-rule';

type Payload = CommandPayload<typeof UpdateRule>;

/** Changes the sent members of a rule. Every instance uses the new version from its next batch on. */
@Controller()
export class UpdateRuleHandler {
  constructor(private readonly checks: RuleChecks) {}

  @OnCommand(UpdateRule)
  async handle({ caller, payload }: ReceivedCommand<typeof UpdateRule>, tx: Tx): Promise<RulePayload> {
    // Locks the targets, so that no rule is attached and no link changes its destination between the check and the
    // change.
    await lockTargets(tx, await attachmentsOf(tx, payload.rule_id));
    const rule = await findChangeableRule(tx, caller, payload.rule_id);
    requireUnchanged(rule, payload);
    if (payload.enabled) requireKept(rule.paused);
    const begins = payload.enabled === true && !rule.enabled;
    const errors: FieldErrors = {};
    const { rule_id: _id, unchanged_since: _at, ...changes } = payload;
    const wanted = wantedRule(rule, caller, changes, errors);
    Object.assign(errors, await this.checks.errorsOf(caller.userId, toChecked(wanted), sightOf(caller)));
    if (Object.keys(errors).length === 0) {
      Object.assign(errors, await categoryErrors(tx, caller.userId, toChecked(wanted), rule.enabled));
      const actions = wanted.actions.map(({ content }) => content);
      Object.assign(errors, misfitErrors({ scope: rule.scope, actions }, await attachmentsOf(tx, rule.id)));
    }
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
    const author = editedAuthor(wanted, caller);
    if (begins) requireReadable(caller, { ...rule, author });
    await withinListSize(tx, caller.userId, toChecked(wanted), () =>
      save(tx, { ...wanted, author }, payload),
    );
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
  const members = membersOf(StoredRuleSettings, rule);
  const enabled = rule.enabled ? { disabled_reason: null, disabled_at: null } : {};
  await updateRule(tx, rule.id, { ...members, ...enabled, author });
  if (payload.conditions) await saveParts(tx, rule.id, 'conditions', conditions);
  if (payload.actions) await saveParts(tx, rule.id, 'actions', actions);
}

/** @throws Problem (conflict) if the rule changed after the sender read it */
function requireUnchanged({ updated_at }: Rule, { unchanged_since }: Payload): void {
  if (unchanged_since === undefined || updated_at.getTime() === Date.parse(unchanged_since)) return;
  throw Problem.conflict('The rule was changed meanwhile: read it again, then decide which changes to keep.');
}
