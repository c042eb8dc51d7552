import { Injectable } from '@nestjs/common';
import {
  Caller,
  CommandPayload,
  CommandResult,
  FieldErrors,
  PreviewRule,
  Problem,
} from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { RuleDefinition } from '../../evaluation/rule-definition';
import { sightOf } from '../../evaluation/documents/sight';
import { attachmentsOf } from '../../rules/attachments/attachments.store';
import { RuleChecks } from '../../rules/rule-checks';
import { findReadableRule } from '../../rules/rules';
import { editedAuthor, toChecked, WantedRule, wantedRule } from '../../rules/wanted-rule';
import { toShapeTask } from '../../shaping/shape-task';
import { readNewest } from '../../shaping/results/shaped-transactions.store';
import { AccountPlan, storedInput } from '../../shaping/shaping-decisions';
import { planOf, ShapingPlans } from '../../shaping/shaping-plans.store';
import { TryingWorkers } from '../../evaluation/workers/pools';
import { NewRulePreview } from './new-rule-preview';
import { previewableAccounts } from './previewable-accounts';
import { runPreview } from './run-preview';
import { Tally } from './tally';

type Payload = CommandPayload<typeof PreviewRule>;
type Preview = CommandResult<typeof PreviewRule>;

/** All rules from the changed one on run twice over each transaction, while the caller waits. */
const SCANNED_MAX = 500;
const SCAN_MS_MAX = 2_500;

/** A changed version of a saved rule, and the accounts in which it is compared. */
interface Change {
  readonly wanted: WantedRule;
  /** Whether the saved version is enabled. */
  readonly isEnabled: boolean;
  readonly isAttached: boolean;
  readonly accountIds: readonly number[];
  readonly plans: ReadonlyMap<number, AccountPlan>;
}

/**
 * Compares a changed rule with its saved version, at every target to which the rule is attached and in its position
 * there.
 */
@Injectable()
export class ChangedRulePreview {
  constructor(
    private readonly database: Database,
    private readonly plans: ShapingPlans,
    private readonly checks: RuleChecks,
    private readonly workers: TryingWorkers,
    private readonly newRules: NewRulePreview,
  ) {}

  async preview(caller: Caller, payload: Payload, ruleId: number): Promise<Preview> {
    const errors: FieldErrors = {};
    const change = await this.database.transaction((tx) => this.read(tx, caller, payload, ruleId, errors));
    const { wanted, isAttached } = change;
    Object.assign(errors, await this.checks.errorsOf(caller.userId, toChecked(wanted), sightOf(caller)));
    if (Object.keys(errors).length > 0) throw Problem.invalid(errors);
    const changed = definitionOf(wanted, caller);
    if (isAttached) return this.compare(caller, payload, change, changed);
    const { scope } = wanted.rule;
    return this.newRules.try(caller, payload, { ...changed, scope }, changed.sight);
  }

  private async read(
    tx: Tx,
    caller: Caller,
    { rule: changes, financialAccountIds }: Payload,
    ruleId: number,
    errors: FieldErrors,
  ): Promise<Change> {
    const rule = await findReadableRule(tx, caller, ruleId);
    const isEnabled = rule.enabled;
    const attached = new Set((await attachmentsOf(tx, ruleId)).map(({ accountId }) => accountId));
    const accessible = await previewableAccounts(tx, caller, financialAccountIds);
    const accountIds = accessible.filter((id) => attached.has(id));
    const plans = await this.plans.load(tx, accountIds, ruleId);
    const wanted = wantedRule(rule, caller, changes, errors);
    return { wanted, isEnabled, isAttached: attached.size > 0, accountIds, plans };
  }

  private async compare(
    caller: Caller,
    { matchesMax, transactionsMax }: Payload,
    { isEnabled, accountIds, plans }: Change,
    changed: RuleDefinition,
  ): Promise<Preview> {
    const limit = Math.min(SCANNED_MAX, transactionsMax);
    const stored = await readNewest(this.database, accountIds, Number.MAX_SAFE_INTEGER, limit);
    const inputs = stored.map((one) => {
      const plan = planOf(plans, one.accountId);
      return { userId: one.userId, plan, input: storedInput(one, plan) };
    });
    const { task, rules } = toShapeTask(inputs, () => true);
    const transactions = stored.flatMap(({ accountId, transaction }, index) => {
      const input = task.inputs[index];
      return input ? [{ accountId, transaction, ...input }] : [];
    });
    const members = { changed, isEnabled, sight: sightOf(caller), plans: task.plans, transactions };
    const compared = await runPreview(this.workers, caller.userId, {
      name: 'compare',
      task: { ...members, untilMs: SCAN_MS_MAX },
      rules,
    });
    const tally = new Tally(matchesMax);
    for (const matches of compared) tally.add(matches);
    return tally.result(stored.length === limit || compared.length < stored.length);
  }
}

/** Returns the rule as it would run after the change is saved. New actions get ids that no suppression names. */
function definitionOf(wanted: WantedRule, caller: Caller): RuleDefinition {
  const { rule, conditions, actions } = wanted;
  const { id, version, trigger_on_any_condition, skip_other_rules_when_triggered } = rule;
  return {
    id,
    version,
    sight: sightOf(editedAuthor(wanted, caller)),
    trigger_on_any_condition,
    skip_other_rules_when_triggered,
    conditions: conditions.map(({ content }) => content),
    actions: actions.map((action, index) => ({ ...action.content, id: action.id ?? -1 - index })),
  };
}
