import { Controller } from '@nestjs/common';
import { CommandResult, groupBy, RuleLogEntry, UndoRuleLogs } from '@tributary/contracts';
import { appendToOutbox, OnCommand } from '@tributary/messaging';
import type { ReceivedCommand } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { replacementsOf } from '../rules/categories/categories.store';
import { lockAccounts } from '../shaping/account-lock';
import { saveShaped, ShapedBatch, shapedForReply } from '../shaping/results/shaped-transactions';
import { findStored, saveSuppressions } from '../shaping/results/shaped-transactions.store';
import { planOf, ShapingPlans } from '../shaping/shaping-plans.store';
import { saveRuleLogs } from '../shaping/results/rule-logs';
import { findOwnLogs, logsOfTransactions, markUndone, StoredLog } from '../shaping/results/rule-logs.store';
import { undoLogs, UndoRun, UndoState } from './undo-run';
import { namesCategory, PresentCategory } from './undo-transaction';

type Command = ReceivedCommand<typeof UndoRuleLogs>;

/**
 * Restores the values that rules changed. The accounts are locked before anything is read, so a sync of the same
 * transactions either commits before, or runs after and finds the suppressions.
 */
@Controller()
export class UndoRuleLogsHandler {
  constructor(private readonly plans: ShapingPlans) {}

  @OnCommand(UndoRuleLogs)
  async handle({ caller, payload }: Command, tx: Tx): Promise<CommandResult<typeof UndoRuleLogs>> {
    const { ruleLogIds } = payload;
    const found = await findOwnLogs(tx, caller, ruleLogIds);
    const accountIds = [...new Set(found.map(({ accountId }) => accountId))];
    await lockAccounts(tx, accountIds);
    const transactionIds = [...new Set(found.map(({ transactionId }) => transactionId))];
    const plans = await this.plans.load(tx, accountIds);
    const state: UndoState = {
      own: new Map(found.map((log) => [log.id, log])),
      logs: await logsOfTransactions(tx, accountIds, transactionIds),
      stored: await findStored(tx, transactionIds),
      planOf: (accountId) => planOf(plans, accountId),
      presentCategory: await presentCategories(tx, found),
      now: new Date().toISOString(),
    };
    const run = undoLogs(ruleLogIds, state);
    const reversals = await saveReversals(tx, run);
    const batches = await saveTransactions(tx, run, state);
    return { results: toResults(run, reversals), shaped: shapedForReply(batches) };
  }
}

async function presentCategories(tx: Tx, logs: readonly StoredLog[]): Promise<PresentCategory> {
  const named = logs
    .filter(namesCategory)
    .flatMap(({ previousValue, newValue }) => [previousValue, newValue]);
  const ids = [...new Set(named)].flatMap((id) => (id === null || id === '' ? [] : Number(id)));
  const found = await replacementsOf(tx, ids);
  return (id) => found.get(Number(id))?.toString() ?? null;
}

async function saveReversals(tx: Tx, { undone }: UndoRun): Promise<readonly RuleLogEntry[]> {
  const { logs, events } = await saveRuleLogs(
    tx,
    undone.map(({ log, reversal }) => ({
      accountId: log.accountId,
      userId: log.userId,
      log: reversal,
      trace: undefined,
    })),
  );
  await markUndone(
    tx,
    undone.map(({ log }) => log.id),
  );
  await appendToOutbox(tx, events);
  return logs;
}

async function saveTransactions(
  tx: Tx,
  { transactions }: UndoRun,
  { stored }: UndoState,
): Promise<readonly ShapedBatch[]> {
  const changed = [...transactions].map(([id, one]) => ({ id, ...one }));
  await saveSuppressions(
    tx,
    changed.map((one) => ({ id: one.id, suppressions: one.stored.suppressions })),
  );
  const byAccount = groupBy(
    changed.filter(({ result }) => result !== null),
    ({ id }) => stored.get(id)?.accountId ?? 0,
  );
  const batches = [...byAccount].map(([accountId, ofAccount]): ShapedBatch => ({
    accountId,
    userId: ofAccount[0]?.stored.userId ?? 0,
    cause: 'RULE_UNDONE',
    trace: undefined,
    results: ofAccount.flatMap(({ result }) => result ?? []),
  }));
  await saveShaped(tx, batches);
  return batches;
}

function toResults(
  { results, undone }: UndoRun,
  reversals: readonly RuleLogEntry[],
): CommandResult<typeof UndoRuleLogs>['results'] {
  const logs = new Map(
    undone.map(({ log: { id, accountId } }, index) => {
      const reversal = reversals[index];
      return [id, reversal ? { ...reversal, financialAccountId: accountId } : null];
    }),
  );
  return results.map((result) => ({
    ...result,
    log: (result.success ? logs.get(result.ruleLogId) : null) ?? null,
  }));
}
