import {
  AccountUpsertedV1,
  EventPayload,
  sampleAccount,
  SAMPLE_TIME,
  TransactionShapedV1,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { readRuleEngineConfig, RuleEngineConfig, startRuleEngine } from '@tributary/rule-engine';
import { setTimeout as pause } from 'node:timers/promises';
import { OneService } from '../one-service';
import { BenchRule, toDefinition } from './rule-set';
import { BenchTransaction } from './transactions';

const TRANSACTIONS_PER_EVENT = 200;
const LIQUID = {
  actionType: 'SET_FIELD' as const,
  fieldName: 'mapped_fields.description',
  value: '{{ mapped_fields.payee | downcase | capitalize }}',
};

/** The rule engine as a service: a real Postgres, a bus, a caller and a listener. */
export class BenchService {
  private shapedCount = 0;
  private nextId = 1;

  private constructor(private readonly rules: OneService<RuleEngineConfig>) {}

  static async start(postgresUrl: string): Promise<BenchService> {
    const measured = { service: 'rule-engine', read: readRuleEngineConfig, start: startRuleEngine } as const;
    const rules = await OneService.on(postgresUrl, measured, {}, [TransactionShapedV1.topic]);
    await rules.start();
    const bench = new BenchService(rules);
    await bench.listen();
    return bench;
  }

  stop(): Promise<void> {
    return this.rules.stop();
  }

  /** Accounts, known to the rule engine. */
  async accounts(ids: readonly number[]): Promise<void> {
    const at = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
    await this.rules.publish(
      AccountUpsertedV1,
      ids.map((id) => ({ id, version: 1, userId: 1, ...at, document: sampleAccount })),
    );
  }

  /** Inserts rules into the tables, each attached to its accounts: ten thousand by commands would take minutes. */
  async store(
    rules: readonly BenchRule[],
    accountsOf: (rule: BenchRule) => readonly number[],
  ): Promise<void> {
    const { rows: ids } = await this.rules.admin.query<{ id: string }>(
      `insert into rules (user_id, version, scope, type, name, enabled, migrated, trigger_on_any_condition,
                          skip_other_rules_when_triggered, author)
       select 1, 1, 'ANY', 'CUSTOM', 'rule', true, false, false, false, '{"scopes": null}' from generate_series(1, $1) returning id`,
      [rules.length],
    );
    const stored = rules.map((rule, index) => ({ id: ids[index]?.id, accounts: accountsOf(rule), rule }));
    await this.insert(
      `insert into rule_conditions (rule_id, position, transaction_type, field_name, operator, value)
       select rule_id, position, transaction_type, field_name, operator, value from json_to_recordset($1::json) as row(
         rule_id bigint, position integer, transaction_type text, field_name text, operator text, value text)`,
      stored.flatMap(({ id, rule }) =>
        toDefinition(rule, []).conditions.map((one, index) => ({ rule_id: id, position: index + 1, ...one })),
      ),
    );
    await this.insert(
      `insert into rule_actions (rule_id, position, action_type, field_name, value)
       select rule_id, 1, "actionType", "fieldName", value from json_to_recordset($1::json) as row(
         rule_id bigint, "actionType" text, "fieldName" text, value text)`,
      stored.map(({ id }) => ({ rule_id: id, ...LIQUID })),
    );
    await this.insert(
      `insert into rule_accounts (account_id, rule_id, position)
       select account_id, rule_id, row_number() over (partition by account_id order by rule_id)
         from json_to_recordset($1::json) as row(account_id bigint, rule_id bigint)`,
      stored.flatMap(({ id, accounts }) => accounts.map((account_id) => ({ account_id, rule_id: id }))),
    );
  }

  /** Seconds from the first event in to the last shaped transaction out. */
  async shape(transactions: readonly BenchTransaction[], accountIds: readonly number[]): Promise<number> {
    this.shapedCount = 0;
    const events = this.eventsOf(transactions, accountIds);
    const began = performance.now();
    await this.rules.publish(TransactionUpsertedV1, events);
    while (this.shapedCount < transactions.length) await pause(5);
    return (performance.now() - began) / 1000;
  }

  private eventsOf(
    transactions: readonly BenchTransaction[],
    accountIds: readonly number[],
  ): EventPayload<typeof TransactionUpsertedV1>[] {
    const size = Math.min(TRANSACTIONS_PER_EVENT, Math.ceil(transactions.length / accountIds.length));
    const events: EventPayload<typeof TransactionUpsertedV1>[] = [];
    for (let start = 0; start < transactions.length; start += size) {
      const financialAccountId = accountIds[events.length % accountIds.length] ?? 0;
      const some = transactions.slice(start, start + size).map(({ document }) => ({
        id: this.nextId++,
        version: 1,
        createdAt: SAMPLE_TIME,
        updatedAt: SAMPLE_TIME,
        document,
      }));
      events.push({ financialAccountId, userId: 1, transactions: some });
    }
    return events;
  }

  private async insert(sql: string, rows: readonly object[]): Promise<void> {
    await this.rules.admin.query(sql, [JSON.stringify(rows)]);
  }

  private async listen(): Promise<void> {
    await this.rules.engine.consume({
      group: 'test',
      topics: [TransactionShapedV1.topic],
      concurrency: 1,
      onBatch: async (batch) => {
        for (const { value } of batch.messages) {
          const { payload } = JSON.parse(value) as { payload: EventPayload<typeof TransactionShapedV1> };
          this.shapedCount += payload.transactions.length;
        }
        const last = batch.messages.at(-1);
        if (last) batch.resolve(last);
      },
    });
  }
}
