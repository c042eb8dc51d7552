import { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules pause with the grant that they were made through. */
export class PausedRules1764110000061 implements MigrationInterface {
  name = 'PausedRules1764110000061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table rules add column paused jsonb;
      create index rules_grant_id on rules ((author ->> 'grantId')) where author ->> 'grantId' is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index rules_grant_id; alter table rules drop column paused');
  }
}
