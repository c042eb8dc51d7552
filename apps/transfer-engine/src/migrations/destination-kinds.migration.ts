import { MigrationInterface, QueryRunner } from 'typeorm';

/** What several kinds of destination need beyond the first. */
export class DestinationKinds1763900000061 implements MigrationInterface {
  name = 'DestinationKinds1763900000061';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table destination_connections
        -- Rises with new credentials: who was refused with older ones takes these.
        add column credentials_version bigint not null default 1,
        -- One at a time renews credentials; a renewal that died ends here.
        add column renewing_until timestamptz not null default '-infinity';
      alter table transfers
        -- Rises when a row that was deleted at the destination is to be made again: it then gets another key.
        add column generation integer not null default 1,
        -- What of the row the user has changed at the destination, and we left alone; null: nothing.
        add column changed_there text[],
        -- How the row looks there, where that is known to differ from how content would look.
        add column held_content jsonb;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table transfers drop column held_content, drop column changed_there, drop column generation;
      alter table destination_connections drop column renewing_until, drop column credentials_version`);
  }
}
