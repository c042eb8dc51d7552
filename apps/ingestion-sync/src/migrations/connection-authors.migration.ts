import { MigrationInterface, QueryRunner } from 'typeorm';

/** Connections know who made them, and pause with the grant that they were made through. */
export class ConnectionAuthors1764110000011 implements MigrationInterface {
  name = 'ConnectionAuthors1764110000011';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What the maker was granted; null: made before this was kept.
      alter table connections add column author jsonb, add column paused jsonb;
      create index connections_grant_id on connections ((author ->> 'grantId')) where author ->> 'grantId' is not null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index connections_grant_id;
      alter table connections drop column author, drop column paused;
    `);
  }
}
