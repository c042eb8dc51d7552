import { MigrationInterface, QueryRunner } from 'typeorm';

/** What the author of a transfer link was granted: the link's rules read no more of a transaction than that. */
export class LinkAuthors1764210000001 implements MigrationInterface {
  name = 'LinkAuthors1764210000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- A list of scopes; null: all of them, as for links made before this was noted.
      alter table transfer_links add column author_scopes jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table transfer_links drop column author_scopes');
  }
}
