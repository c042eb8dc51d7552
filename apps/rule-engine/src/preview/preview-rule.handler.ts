import { Controller } from '@nestjs/common';
import { Caller, CommandPayload, CommandResult, PreviewRule, Problem } from '@tributary/contracts';
import { OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { compileRule } from '../evaluation/compiled-rule';
import { Sight, sightOf } from '../evaluation/sight';
import { areAccessible } from '../rules/known-targets';
import { compatibleDestinations, isOutputCompatible } from '../rules/rule-compatibility';
import { validateRule } from '../rules/validate-rule';
import { readNewest } from '../shaping/shaped-transactions';
import { planOf, ShapingPlans } from '../shaping/shaping-plans';
import { PreviewMatch, Trial, tryRule } from './try-rule';

type Preview = CommandResult<typeof PreviewRule>;
type Payload = CommandPayload<typeof PreviewRule>;

const CHUNK_TRANSACTIONS = 500;
/** A preview answers while its caller waits: it looks at so many transactions, or for so long. */
const SCANNED_MAX = 20_000;
const SCAN_MS_MAX = 2_500;
/** The matches are one message of the bus. */
const MATCHES_BYTES_MAX = 300_000;

/** Tries a rule that is not saved on stored history, newest first. Writes nothing. */
@Controller()
export class PreviewRuleHandler {
  constructor(private readonly plans: ShapingPlans) {}

  @OnCommand(PreviewRule)
  async handle({ caller, payload }: ReceivedCommand<typeof PreviewRule>, tx: Tx): Promise<Preview> {
    const sight = sightOf(caller);
    validateRule(payload.rule, sight);
    const accountIds = await wantedAccounts(tx, caller, payload.financialAccountIds);
    const plans = await this.plans.load(tx, accountIds);
    const trial = trialOf(payload.rule, sight);
    const tally = new Tally(payload.matchesMax);
    const deadline = Date.now() + SCAN_MS_MAX;
    let before = Number.MAX_SAFE_INTEGER;
    while (tally.scanned < SCANNED_MAX && Date.now() < deadline) {
      const stored = await readNewest(tx, accountIds, before, CHUNK_TRANSACTIONS);
      for (const one of stored) tally.add(tryRule(trial, one, planOf(plans, one.accountId)));
      before = stored.at(-1)?.transaction.id ?? 0;
      if (stored.length < CHUNK_TRANSACTIONS) return tally.result(false);
    }
    return tally.result(true);
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

  /** All that came of one transaction. */
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

function trialOf(rule: Payload['rule'], sight: Sight): Trial {
  const types = rule.actions.map(({ actionType }) => actionType);
  const onAccounts = rule.scope !== 'TRANSFER_LINK' && isOutputCompatible(types);
  const { conditions, triggerOnAnyCondition, skipOtherRulesWhenTriggered } = rule;
  const actions = rule.actions.map((action, index) => ({ id: index + 1, ...action }));
  const members = { conditions, triggerOnAnyCondition, skipOtherRulesWhenTriggered, actions };
  return {
    rule: compileRule({ id: 0, version: 1, sight, ...members }),
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
