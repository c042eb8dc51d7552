import { RuleApplicationUpsertedV1, RuleDeletedV1, RuleLoggedV1, RuleUpsertedV1 } from '@tributary/contracts';
import { shareUsers } from './account-deletion';
import { project } from './project';
import { resourceRow, RULE_APPLICATIONS, RULES, tombstone } from './resources.projection';
import { RULE_LOGS, ruleLogRows } from './rule-logs.projection';
import { ModelTx, Told } from './model-writes';

export async function takeRules(tx: ModelTx, events: readonly Told<typeof RuleUpsertedV1>[]): Promise<void> {
  await project(
    tx,
    RULES,
    events.map(({ payload }) => resourceRow(payload)),
  );
}

export async function takeRuleDeletions(
  tx: ModelTx,
  events: readonly Told<typeof RuleDeletedV1>[],
): Promise<void> {
  await project(
    tx,
    RULES,
    events.map(({ payload, occurredAt }) => tombstone(payload, occurredAt)),
  );
}

export async function takeRuleApplications(
  tx: ModelTx,
  events: readonly Told<typeof RuleApplicationUpsertedV1>[],
): Promise<void> {
  await project(
    tx,
    RULE_APPLICATIONS,
    events.map(({ payload }) => resourceRow(payload)),
  );
}

export async function takeRuleLogs(tx: ModelTx, events: readonly Told<typeof RuleLoggedV1>[]): Promise<void> {
  await shareUsers(
    tx,
    events.map(({ payload }) => payload.userId),
  );
  await project(
    tx,
    RULE_LOGS,
    events.flatMap(({ payload }) => ruleLogRows(payload)),
  );
}
