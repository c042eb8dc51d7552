import { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules that were switched off are announced, once for each time. */
export class AnnouncedRules1764120000001 implements MigrationInterface {
  name = 'AnnouncedRules1764120000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table announced_rules (
        rule_id bigint primary key,
        user_id bigint not null,
        version integer not null
      );
      alter table recorded_events add column rule_id bigint;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table recorded_events drop column rule_id; drop table announced_rules');
  }
}
