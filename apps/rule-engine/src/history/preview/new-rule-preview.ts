import { Injectable } from '@nestjs/common';
import { Caller, CommandPayload, CommandResult, PreviewRule, ShapedTransaction } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { ActionDefinition, RuleDefinition } from '../../evaluation/rule-definition';
import { Sight, sightOf } from '../../evaluation/documents/sight';
import { compatibleDestinations, isOutputCompatible } from '../../rules/attachments/rule-compatibility';
import { RuleChecks } from '../../rules/rule-checks';
import { readNewest } from '../../shaping/results/shaped-transactions.store';
import { AccountPlan, StoredTransaction } from '../../shaping/shaping-decisions';
import { planOf, ShapingPlans } from '../../shaping/shaping-plans.store';
import { NO_OUTPUT, Trial, TriedTransaction } from '../../evaluation/try-rule';
import { TryingWorkers } from '../../evaluation/workers/pools';
import { isCarriedByNoLink } from '../../evaluation/shape';
import { previewableAccounts } from './previewable-accounts';
import { runPreview } from './run-preview';
import { Tally } from './tally';

type Payload = CommandPayload<typeof PreviewRule>;

const CHUNK_TRANSACTIONS = 500;
/** The time for which a preview reads history, while its caller waits. */
const SCAN_MS_MAX = 2_500;

/** The parts of a rule that are tried. */
interface TriedRule extends Pick<
  RuleDefinition,
  'conditions' | 'trigger_on_any_condition' | 'skip_other_rules_when_triggered'
> {
  readonly scope: Payload['rule']['scope'];
  readonly actions: readonly ActionDefinition[];
}

/** Tries an unsaved rule, as if it were attached last. */
@Injectable()
export class NewRulePreview {
  constructor(
    private readonly database: Database,
    private readonly plans: ShapingPlans,
    private readonly checks: RuleChecks,
    private readonly workers: TryingWorkers,
  ) {}

  async preview(caller: Caller, payload: Payload): Promise<CommandResult<typeof PreviewRule>> {
    const sight = sightOf(caller);
    await this.checks.validate(caller.userId, payload.rule, sight);
    return this.try(caller, payload, payload.rule, sight);
  }

  /**
   * Tries a rule.
   * @param rule has been checked already
   */
  async try(
    caller: Caller,
    { financialAccountIds, matchesMax, transactionsMax }: Payload,
    rule: TriedRule,
    sight: Sight,
  ): Promise<CommandResult<typeof PreviewRule>> {
    const { accountIds, plans } = await this.database.transaction(async (tx) => {
      const wanted = await previewableAccounts(tx, caller, financialAccountIds);
      return { accountIds: wanted, plans: await this.plans.load(tx, wanted) };
    });
    const trial = trialOf(rule, sight);
    const tally = new Tally(matchesMax);
    const until = Date.now() + SCAN_MS_MAX;
    let before = Number.MAX_SAFE_INTEGER;
    let stored: StoredTransaction[];
    let limit: number;
    do {
      limit = Math.min(CHUNK_TRANSACTIONS, transactionsMax - tally.scanned);
      stored = await readNewest(this.database, accountIds, before, limit);
      const transactions = stored.map((one) => toTried(trial, one, planOf(plans, one.accountId)));
      const task = { trial, transactions, untilMs: until - Date.now() };
      const tried =
        stored.length === 0
          ? []
          : await runPreview(this.workers, caller.userId, { name: 'try', task, rules: [] });
      for (const matches of tried) tally.add(matches);
      before = stored[tried.length - 1]?.transaction.id ?? before;
      if (tried.length < stored.length) return tally.result(true);
    } while (stored.length === limit && tally.scanned < transactionsMax);
    return tally.result(stored.length === limit);
  }
}

function trialOf({ scope, actions: wanted, ...rule }: TriedRule, sight: Sight): Trial<RuleDefinition> {
  const types = wanted.map(({ action_type }) => action_type);
  const onAccounts = scope !== 'TRANSFER_LINK' && isOutputCompatible(types);
  const actions = wanted.map((action, index) => ({ ...action, id: index + 1 }));
  const { conditions, trigger_on_any_condition, skip_other_rules_when_triggered } = rule;
  const members = { conditions, trigger_on_any_condition, skip_other_rules_when_triggered, actions };
  return {
    rule: { id: 0, version: 1, sight, ...members },
    destinations: onAccounts ? null : compatibleDestinations(types),
    sight,
  };
}

/**
 * Returns the members of a transaction that the rule reads. They are copied to a worker, so all others are left out.
 */
function toTried(
  { destinations }: Trial<unknown>,
  { transaction, accountId }: StoredTransaction,
  { links, facts }: AccountPlan,
): TriedTransaction {
  const { id, createdAt, updatedAt } = transaction;
  const targets = targetsOf(destinations, transaction, links);
  return { accountId, transaction: { id, createdAt, updatedAt }, facts, targets };
}

function targetsOf(
  destinations: Trial['destinations'],
  transaction: ShapedTransaction,
  links: AccountPlan['links'],
): TriedTransaction['targets'] {
  const shaped = transaction.shaped ?? transaction.raw;
  if (destinations === null) return [{ document: shaped, link: null, output: NO_OUTPUT }];
  if (isCarriedByNoLink(shaped)) return [];
  return links
    .filter(({ destinationType }) => destinations.includes(destinationType))
    .map(({ rules: _own, ...link }) => {
      const { transferLinkId } = link;
      const output = transaction.outputs.find((one) => one.transferLinkId === transferLinkId);
      return { document: output?.document ?? shaped, link, output: output ?? NO_OUTPUT };
    });
}
