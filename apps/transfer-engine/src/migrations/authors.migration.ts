import { MigrationInterface, QueryRunner } from 'typeorm';

/** Links and connections know who made them, and pause with the grant that they were made through. */
export class Authors1764110000081 implements MigrationInterface {
  name = 'Authors1764110000081';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['transfer_links', 'destination_connections']) {
      await runner.query(`
        -- What the maker was granted; null: made before this was kept.
        alter table ${table} add column author jsonb, add column paused jsonb;
        create index ${table}_grant_id on ${table} ((author ->> 'grantId')) where author ->> 'grantId' is not null;
      `);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['transfer_links', 'destination_connections']) {
      await runner.query(`
        drop index ${table}_grant_id;
        alter table ${table} drop column author, drop column paused;
      `);
    }
  }
}
