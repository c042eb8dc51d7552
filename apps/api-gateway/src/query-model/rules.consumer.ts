import { Controller } from '@nestjs/common';
import { RuleUpsertedV1, RuleDeletedV1, RuleApplicationUpsertedV1, RuleLoggedV1 } from '@tributary/contracts';
import { OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { writeModel } from './model-writes';
import { takeRules, takeRuleDeletions, takeRuleApplications, takeRuleLogs } from './take-rules';

/** What the rule engine tells of rules and of what they did. */
@Controller()
export class RulesConsumer {
  @OnEvent(RuleUpsertedV1)
  rules(events: readonly ReceivedEvent<typeof RuleUpsertedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeRules(model, events));
  }

  @OnEvent(RuleDeletedV1)
  deletions(events: readonly ReceivedEvent<typeof RuleDeletedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeRuleDeletions(model, events));
  }

  @OnEvent(RuleApplicationUpsertedV1)
  applications(events: readonly ReceivedEvent<typeof RuleApplicationUpsertedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeRuleApplications(model, events));
  }

  @OnEvent(RuleLoggedV1)
  logs(events: readonly ReceivedEvent<typeof RuleLoggedV1>[], tx: Tx): Promise<void> {
    return writeModel(tx, (model) => takeRuleLogs(model, events));
  }
}
