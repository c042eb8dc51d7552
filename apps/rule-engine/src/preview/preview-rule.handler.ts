import { Controller } from '@nestjs/common';
import { Caller, CommandPayload, CommandResult, PreviewRule, Problem } from '@tributary/contracts';
import type { Commit, ReceivedCommand } from '@tributary/messaging';
import { OnCommandCallingOut } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Database } from '@tributary/persistence';
import { RuleDefinition } from '../evaluation/rule-definition';
import { Sight, sightOf } from '../evaluation/sight';
import { areAccessible } from '../rules/known-targets';
import { busyProblem, RuleChecks } from '../rules/rule-checks';
import { compatibleDestinations, isOutputCompatible } from '../rules/rule-compatibility';
import { readNewest } from '../shaping/shaped-transactions';
import { StoredTransaction } from '../shaping/shaping-decisions';
import { planOf, ShapingPlans } from '../shaping/shaping-plans';
import { TryingWorkers } from '../workers/pools';
import { RuleEndedError } from '../workers/rule-worker';
import { Tasks, TryTask } from '../workers/tasks';
import { PreviewMatch, toTried, Trial } from '../trying/try-rule';

type Command = ReceivedCommand<typeof PreviewRule>;
type Preview = CommandResult<typeof PreviewRule>;
type Payload = CommandPayload<typeof PreviewRule>;

const CHUNK_TRANSACTIONS = 500;
/** A preview answers while its caller waits: it looks at so many transactions, or for so long. */
const SCANNED_MAX = 20_000;
const SCAN_MS_MAX = 2_500;
/** The matches are one message of the bus. */
const MATCHES_BYTES_MAX = 300_000;

/** Tries a rule that is not saved on stored history, newest first, in a worker. Writes nothing. */
@Controller()
export class PreviewRuleHandler {
  constructor(
    private readonly database: Database,
    private readonly plans: ShapingPlans,
    private readonly checks: RuleChecks,
    private readonly workers: TryingWorkers,
  ) {}

  @OnCommandCallingOut(PreviewRule)
  async handle({ caller, payload }: Command, commit: Commit): Promise<Preview> {
    const sight = sightOf(caller);
    await this.checks.validate(caller.userId, payload.rule, sight);
    const { accountIds, plans } = await this.database.transaction(async (tx) => {
      const wanted = await wantedAccounts(tx, caller, payload.financialAccountIds);
      return { accountIds: wanted, plans: await this.plans.load(tx, wanted) };
    });
    const trial = trialOf(payload.rule, sight);
    const tally = new Tally(payload.matchesMax);
    const until = Date.now() + SCAN_MS_MAX;
    let before = Number.MAX_SAFE_INTEGER;
    let stored: StoredTransaction[];
    do {
      stored = await readNewest(this.database, accountIds, before, CHUNK_TRANSACTIONS);
      const transactions = stored.map((one) => toTried(trial, one, planOf(plans, one.accountId)));
      const tried = await this.try(caller.userId, { trial, transactions, untilMs: until - Date.now() });
      for (const matches of tried) tally.add(matches);
      before = stored[tried.length - 1]?.transaction.id ?? before;
      if (tried.length < stored.length) return commit(() => Promise.resolve(tally.result(true)));
    } while (stored.length === CHUNK_TRANSACTIONS && tally.scanned < SCANNED_MAX);
    return commit(() => Promise.resolve(tally.result(stored.length === CHUNK_TRANSACTIONS)));
  }

  private async try(userId: number, asks: TryTask): Promise<Tasks['try']['gives']> {
    if (asks.transactions.length === 0) return [];
    try {
      return await this.workers.run(`previews of ${userId}`, { name: 'try', asks, rules: [] });
    } catch (error) {
      if (error instanceof RuleEndedError) throw Problem.invalid({ rule: [`The rule ${error.message}.`] });
      throw busyProblem(error);
    }
  }
}

/** Counts what a rule does, and keeps the first matches. */
class Tally {
  scanned = 0;
  private matched = 0;
  private changed = 0;
  private failed = 0;
  private bytes = 0;
  private readonly matches: PreviewMatch[] = [];

  constructor(private readonly matchesMax: number) {}

  /** All results of one transaction. */
  add(found: readonly PreviewMatch[]): void {
    this.scanned += 1;
    if (found.length === 0) return;
    this.matched += 1;
    if (found.some(({ changes }) => changes.length > 0)) this.changed += 1;
    if (found.some(({ error }) => error !== null)) this.failed += 1;
    for (const match of found) this.keep(match);
  }

  result(more: boolean): Preview {
    const { scanned, matched, changed, failed, matches } = this;
    return { scanned, matched, changed, failed, more, matches };
  }

  private keep(match: PreviewMatch): void {
    if (this.matches.length >= this.matchesMax) return;
    const bytes = Buffer.byteLength(JSON.stringify(match));
    if (this.bytes + bytes > MATCHES_BYTES_MAX) return;
    this.bytes += bytes;
    this.matches.push(match);
  }
}

function trialOf(rule: Payload['rule'], sight: Sight): Trial<RuleDefinition> {
  const types = rule.actions.map(({ actionType }) => actionType);
  const onAccounts = rule.scope !== 'TRANSFER_LINK' && isOutputCompatible(types);
  const { conditions, triggerOnAnyCondition, skipOtherRulesWhenTriggered } = rule;
  const actions = rule.actions.map((action, index) => ({ id: index + 1, ...action }));
  const members = { conditions, triggerOnAnyCondition, skipOtherRulesWhenTriggered, actions };
  return {
    rule: { id: 0, version: 1, sight, ...members },
    destinations: onAccounts ? null : compatibleDestinations(types),
    sight,
  };
}

async function wantedAccounts(
  tx: Tx,
  caller: Caller,
  wanted: readonly number[] | null,
): Promise<readonly number[]> {
  if (wanted === null) {
    const own = await tx.query<{ id: number }>(
      `select id from accounts where user_id = $1 and not deleted and ($2::bigint[] is null or id = any($2::bigint[]))`,
      [caller.userId, caller.accountIds],
    );
    return own.map(({ id }) => id);
  }
  if (await areAccessible(tx, caller, wanted)) return wanted;
  throw Problem.invalid({ financial_account_ids: ['Each must be an account of yours.'] });
}
