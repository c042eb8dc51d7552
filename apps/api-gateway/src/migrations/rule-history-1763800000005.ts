import { MigrationInterface, QueryRunner } from 'typeorm';

/** Reversals among the rule logs, and rules that are being applied to history. */
export class RuleHistory1763800000005 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table rule_logs add column undoes bigint;
      create index rule_logs_by_undone on rule_logs (user_id, undoes) where undoes is not null;
      create index rule_logs_by_transaction on rule_logs (transaction_id);

      create table rule_applications (
        id bigint primary key,
        version bigint not null,
        user_id bigint not null,
        deleted boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        document jsonb,
        rule_id bigint generated always as ((document->>'rule_id')::bigint) stored
      );
      create index rule_applications_by_rule on rule_applications (user_id, rule_id);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop table rule_applications;
      drop index rule_logs_by_undone, rule_logs_by_transaction;
      alter table rule_logs drop column undoes;
    `);
  }
}
