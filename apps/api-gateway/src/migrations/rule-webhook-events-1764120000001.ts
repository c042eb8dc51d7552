import { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules that were switched off are in the list of webhook events. */
export class RuleWebhookEvents1764120000001 implements MigrationInterface {
  name = 'RuleWebhookEvents1764120000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhook_events add column rule_id bigint');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhook_events drop column rule_id');
  }
}
