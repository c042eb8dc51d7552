import {
  AttachRuleToAccounts,
  Caller,
  CommandPayload,
  CreateRule,
  EventContract,
  EventPayload,
  ownerOf,
} from '@tributary/contracts';
import { Environment, EnvironmentReader } from '@tributary/service';
import { openAll } from '@tributary/testing';
import { ServiceUnderTest, startParts } from '@tributary/testing/services';
import { MIGRATIONS, readRuleEngineConfig, RuleEngineConfig, startRuleEngine } from '../src';

/** The rule engine, beside an empty schema that it may not see. */
export class RuleEngineFixture extends ServiceUnderTest<RuleEngineConfig> {
  /** @param environment settings beside those of every test */
  static start(environment: Environment = {}): Promise<RuleEngineFixture> {
    const reader = new EnvironmentReader({ RESHAPE_IDLE_MS: '20', ...environment });
    return openAll(
      async (closing) =>
        new RuleEngineFixture(
          await startParts(closing, {
            service: 'rule-engine',
            migrations: MIGRATIONS,
            otherSchemas: ['transfer_engine'],
            configure: (platform) => readRuleEngineConfig(platform, reader),
            start: startRuleEngine,
            openWork: 'select count(*) from jobs where finished_at is null',
          }),
        ),
    );
  }

  /** What it has published of one kind when nothing is left to do. */
  async publishedOf<C extends EventContract>(contract: C): Promise<EventPayload<C>[]> {
    await this.settled();
    return this.events(contract);
  }

  /** A rule with one action and no condition, attached to the accounts. */
  async attachedRule(
    accountIds: number[],
    action: CommandPayload<typeof CreateRule>['actions'][number],
    caller: Caller = ownerOf(1),
  ): Promise<number> {
    const { id } = await this.send(CreateRule, newRule({ actions: [action] }), caller);
    await this.send(AttachRuleToAccounts, { ruleId: id, financialAccountIds: accountIds }, caller);
    return id;
  }
}

/** A rule for everything, but for what the test says. */
export function newRule(
  members: Partial<CommandPayload<typeof CreateRule>>,
): CommandPayload<typeof CreateRule> {
  return {
    name: 'A rule',
    description: null,
    scope: 'ANY',
    enabled: true,
    trigger_on_any_condition: false,
    skip_other_rules_when_triggered: false,
    conditions: [],
    actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.payee', value: 'Shaped' }],
    ...members,
  };
}
