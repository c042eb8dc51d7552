import {
  AttachRule,
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

/** The rule engine, with an empty schema beside its own that it may not access. */
export class RuleEngineFixture extends ServiceUnderTest<RuleEngineConfig> {
  /** @param environment overrides of the test settings */
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

  /** Returns the published events of one type, after all pending work is done. */
  async publishedOf<C extends EventContract>(contract: C): Promise<EventPayload<C>[]> {
    await this.settled();
    return this.events(contract);
  }

  /** Creates a rule with one action and no condition, attached to the accounts. */
  async attachedRule(
    accountIds: number[],
    action: CommandPayload<typeof CreateRule>['actions'][number],
    caller: Caller = ownerOf(1),
  ): Promise<number> {
    const { id } = await this.send(CreateRule, newRule({ actions: [action] }), caller);
    await this.attach(id, accountIds, caller);
    return id;
  }

  /** Attaches a rule to the accounts, behind their others. */
  async attach(ruleId: number, accountIds: number[], caller: Caller = ownerOf(1)): Promise<void> {
    const targets = { kind: 'account' as const, ids: accountIds };
    await this.send(AttachRule, { rule_id: ruleId, targets }, caller);
  }
}

/** Returns a rule that every transaction triggers, with the changes of the test. */
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
