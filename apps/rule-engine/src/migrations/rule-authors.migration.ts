import { MigrationInterface, QueryRunner } from 'typeorm';

/** What the maker of a rule was granted: a rule reads no more of a transaction than that. */
export class RuleAuthors1764100000000 implements MigrationInterface {
  name = 'RuleAuthors1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- Scopes, accounts and grant, as in contracts' Author; null for rules made before this was noted.
      alter table rules add column author jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table rules drop column author');
  }
}
