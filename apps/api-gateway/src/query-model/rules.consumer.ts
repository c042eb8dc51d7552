import { Controller } from '@nestjs/common';
import { RuleApplicationUpsertedV1, RuleDeletedV1, RuleLoggedV1, RuleUpsertedV1 } from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { shareUsers } from './account-deletion';
import { project } from './project';
import { resourceRow, RULE_APPLICATIONS, RULES, tombstone } from './resources.projection';
import { RULE_LOGS, ruleLogRows } from './rule-logs.projection';

/** What the rule engine tells of rules and of what they did. */
@Controller()
export class RulesConsumer {
  @OnEvent(RuleUpsertedV1)
  async rules(events: readonly ReceivedEvent<typeof RuleUpsertedV1>[], tx: Tx): Promise<void> {
    await project(
      tx,
      RULES,
      events.map(({ payload }) => resourceRow(payload)),
    );
  }

  @OnEvent(RuleDeletedV1)
  async deletions(events: readonly ReceivedEvent<typeof RuleDeletedV1>[], tx: Tx): Promise<void> {
    await project(
      tx,
      RULES,
      events.map(({ payload, occurredAt }) => tombstone(payload, occurredAt)),
    );
  }

  @OnEvent(RuleApplicationUpsertedV1)
  async applications(
    events: readonly ReceivedEvent<typeof RuleApplicationUpsertedV1>[],
    tx: Tx,
  ): Promise<void> {
    await project(
      tx,
      RULE_APPLICATIONS,
      events.map(({ payload }) => resourceRow(payload)),
    );
  }

  @OnEvent(RuleLoggedV1)
  async logs(events: readonly ReceivedEvent<typeof RuleLoggedV1>[], tx: Tx): Promise<void> {
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
}
